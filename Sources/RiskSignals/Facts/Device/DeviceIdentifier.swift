import ToqueCrypto
import ToqueEncoding

/// An ID of the combination of user, application and device that reveals none of the three.
///
/// machine-id(5) requires that the machine's ID is never published as it is: it becomes the key of a hash.
enum DeviceIdentifier {
    private static let stateName = "device-id"

    /// - Throws: if the machine has no ID: `stateNotKept` if a new one cannot be stored, `damagedState` if the stored
    ///   one cannot be read.
    static func read(from root: DeviceRoot, applicationID: [UInt8]) throws(RiskSignalsError) -> Reading<String> {
        let userID = root.processIdentity().userID
        for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
            if let machineID = root.files.value(path).flatMap(parse) {
                return Reading(
                    identifier(machineID: machineID, applicationID: applicationID, userID: userID),
                    "\(path), hashed with the application and the user")
            }
        }
        // Empty or "uninitialized" at first boot, and absent from many container images.
        let fresh = Array((Hex.encode(root.random.bytes(16)) + "\n").utf8)
        let stored = try root.state.create(stateName, with: fresh)
        guard let machineID = parse(String(decoding: stored, as: UTF8.self).trimmed) else {
            throw .damagedState(name: stateName)
        }
        return Reading(
            identifier(machineID: machineID, applicationID: applicationID, userID: userID),
            "a random id kept in the state folder: no machine-id")
    }

    /// 16 bytes; nil for other text and for the all-zero ID.
    private static func parse(_ text: String) -> [UInt8]? {
        guard let bytes = Hex.decode(text), bytes.count == 16, bytes.contains(where: { $0 != 0 }) else { return nil }
        return bytes
    }

    /// 64 hexadecimal digits: HMAC-SHA256 of the user under the machine's application-specific ID.
    static func identifier(machineID: [UInt8], applicationID: [UInt8], userID: UInt32) -> String {
        let key = applicationSpecific(machineID: machineID, applicationID: applicationID)
        return Hex.encode(HMAC.sha256(key: key, message: Array("uid:\(userID)".utf8)))
    }

    /// The result of sd_id128_get_machine_app_specific(3): HMAC-SHA256, cut to 16 bytes, as a UUID of version 4.
    static func applicationSpecific(machineID: [UInt8], applicationID: [UInt8]) -> [UInt8] {
        var id = Array(HMAC.sha256(key: machineID, message: applicationID).prefix(16))
        id[6] = id[6] & 0x0F | 0x40
        id[8] = id[8] & 0x3F | 0x80
        return id
    }
}
