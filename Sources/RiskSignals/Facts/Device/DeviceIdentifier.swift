import ToqueCrypto
import ToqueEncoding

/// An id of the user, the application and the device together, from which none of the three can be told.
///
/// machine-id(5) asks that the machine's id never goes out as it is: it becomes the key of a hash.
enum DeviceIdentifier {
    private static let stateName = "device-id"

    /// - Throws: where the machine has no id, `stateNotKept` if a new one cannot be kept and `damagedState` if the one
    ///   that was kept cannot be read.
    static func read(from root: DeviceRoot, applicationID: [UInt8]) throws(RiskSignalsError) -> Reading<String> {
        let userID = root.processIdentity().userID
        for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
            if let machineID = root.files.value(path).flatMap(parse) {
                return Reading(
                    identifier(machineID: machineID, applicationID: applicationID, userID: userID),
                    "\(path), hashed with the application and the user")
            }
        }
        // Empty or "uninitialized" at first boot, and missing from many container images.
        let fresh = Array((Hex.encode(root.random.bytes(16)) + "\n").utf8)
        let stored = try root.state.create(stateName, with: fresh)
        guard let machineID = parse(String(decoding: stored, as: UTF8.self).trimmed) else {
            throw .damagedState(name: stateName)
        }
        return Reading(
            identifier(machineID: machineID, applicationID: applicationID, userID: userID),
            "a random id kept in the state folder, as there is no machine-id")
    }

    /// 16 bytes; nil for other text and for the id that is all zero.
    private static func parse(_ text: String) -> [UInt8]? {
        guard let bytes = Hex.decode(text), bytes.count == 16, bytes.contains(where: { $0 != 0 }) else { return nil }
        return bytes
    }

    /// 64 hexadecimal digits: HMAC-SHA256 of the user under the application's id of the machine.
    static func identifier(machineID: [UInt8], applicationID: [UInt8], userID: UInt32) -> String {
        let key = applicationSpecific(machineID: machineID, applicationID: applicationID)
        return Hex.encode(HMAC.sha256(key: key, message: Array("uid:\(userID)".utf8)))
    }

    /// What sd_id128_get_machine_app_specific(3) gives: HMAC-SHA256, cut to 16 bytes, as a UUID of version 4.
    static func applicationSpecific(machineID: [UInt8], applicationID: [UInt8]) -> [UInt8] {
        var id = Array(HMAC.sha256(key: machineID, message: applicationID).prefix(16))
        id[6] = id[6] & 0x0F | 0x40
        id[8] = id[8] & 0x3F | 0x80
        return id
    }
}
