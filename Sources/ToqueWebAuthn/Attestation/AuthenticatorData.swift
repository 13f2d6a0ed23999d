import ToqueCBOR

/// Why authenticator data cannot be read.
public struct AuthenticatorDataError: Error, Sendable, Hashable, CustomStringConvertible {
    public let reason: String
    public init(_ reason: String) { self.reason = reason }
    public var description: String { "authenticator data: \(reason)" }
}

/// The bytes that an authenticator signs (section 6.1).
public struct AuthenticatorData: Sendable, Hashable {
    /// Section 6.1, table of flags.
    public struct Flags: OptionSet, Sendable, Hashable, CustomStringConvertible {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let userPresent = Flags(rawValue: 0x01)
        public static let userVerified = Flags(rawValue: 0x04)
        public static let backupEligible = Flags(rawValue: 0x08)
        public static let backupState = Flags(rawValue: 0x10)
        public static let attestedCredentialData = Flags(rawValue: 0x40)
        public static let extensionData = Flags(rawValue: 0x80)

        /// The specification's short names: `UP UV BE BS AT ED`.
        public var description: String {
            let names: [(Flags, String)] = [
                (.userPresent, "UP"), (.userVerified, "UV"), (.backupEligible, "BE"), (.backupState, "BS"),
                (.attestedCredentialData, "AT"), (.extensionData, "ED"),
            ]
            return names.filter { contains($0.0) }.map(\.1).joined(separator: " ")
        }
    }

    /// SHA-256 of the RP ID.
    public var rpIDHash: [UInt8]
    public var flags: Flags
    public var signCount: UInt32
    public var attestedCredentialData: AttestedCredentialData?
    public var extensions: CBORMap?

    /// - Parameter flags: AT and ED are set according to the contents.
    public init(
        rpIDHash: [UInt8], flags: Flags, signCount: UInt32, attestedCredentialData: AttestedCredentialData? = nil,
        extensions: CBORMap? = nil
    ) {
        self.rpIDHash = rpIDHash
        self.flags = flags
        self.signCount = signCount
        self.attestedCredentialData = attestedCredentialData
        self.extensions = extensions
        self.flags = announcingFlags
    }

    /// The flags, with AT and ED set according to the contents.
    private var announcingFlags: Flags {
        flags.subtracting([.attestedCredentialData, .extensionData])
            .union(attestedCredentialData == nil ? [] : .attestedCredentialData)
            .union(extensions == nil ? [] : .extensionData)
    }

    /// The binary form. AT and ED are set according to the contents, whatever `flags` says.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(37 + (attestedCredentialData == nil ? 0 : 160))
        bytes += rpIDHash
        bytes.append(announcingFlags.rawValue)
        for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: signCount >> shift)) }
        if let data = attestedCredentialData {
            bytes += data.aaguid.bytes
            bytes.append(UInt8(truncatingIfNeeded: data.credentialID.count >> 8))
            bytes.append(UInt8(truncatingIfNeeded: data.credentialID.count))
            bytes += data.credentialID
            bytes += data.credentialPublicKey
        }
        if let extensions { CBOR.map(extensions).encode(into: &bytes) }
        return bytes
    }

    /// Reads the binary form: complete, with nothing after it, and with the public key and the extensions as canonical
    /// CBOR maps. The caller checks the key itself.
    public init(decoding bytes: [UInt8]) throws(AuthenticatorDataError) {
        guard bytes.count >= 37 else {
            throw AuthenticatorDataError("\(bytes.count) bytes, expected 37 at least")
        }
        rpIDHash = Array(bytes[0..<32])
        flags = Flags(rawValue: bytes[32])
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var position = 37
        if flags.contains(.attestedCredentialData) {
            let (data, end) = try AttestedCredentialData.decodePrefix(bytes[position...])
            attestedCredentialData = data
            position = end
        }
        if flags.contains(.extensionData) {
            (extensions, position) = try Self.decodeMap(bytes[position...], "the extensions")
        }
        guard position == bytes.count else {
            throw AuthenticatorDataError("\(bytes.count - position) bytes follow that no flag announces")
        }
    }

    /// The canonical map at the start of the bytes and the index after it.
    static func decodeMap(
        _ bytes: ArraySlice<UInt8>, _ what: String
    ) throws(AuthenticatorDataError) -> (map: CBORMap, end: Int) {
        let item: CBOR
        let end: Int
        do throws(CBORError) {
            (item, end) = try CBOR.decodePrefix(bytes, rules: .canonical)
        } catch {
            throw AuthenticatorDataError("\(what): \(error)")
        }
        guard case .map(let map) = item else {
            throw AuthenticatorDataError("\(what): found \(item.kind), expected a map")
        }
        return (map, end)
    }
}
