/// The new credential inside authenticator data (section 6.5.1).
public struct AttestedCredentialData: Sendable, Hashable {
    public var aaguid: AAGUID
    /// 1 to 1023 bytes. Longer ones are decoded too, because verifiers have a separate verdict for them.
    public var credentialID: [UInt8]
    /// The COSE_Key bytes as received, so that nothing is lost on the way to a verifier.
    public var credentialPublicKey: [UInt8]

    public init(aaguid: AAGUID, credentialID: [UInt8], credentialPublicKey: [UInt8]) {
        self.aaguid = aaguid
        self.credentialID = credentialID
        self.credentialPublicKey = credentialPublicKey
    }

    static func decodePrefix(
        _ bytes: ArraySlice<UInt8>
    ) throws(AuthenticatorDataError) -> (data: AttestedCredentialData, end: Int) {
        let start = bytes.startIndex
        guard bytes.count >= 18, let aaguid = AAGUID(bytes[start..<start + 16]) else {
            throw AuthenticatorDataError("AT is set, but the attested credential data is cut short")
        }
        let length = Int(bytes[start + 16]) << 8 | Int(bytes[start + 17])
        guard length > 0 else { throw AuthenticatorDataError("the credential ID is empty, expected at least 1 byte") }
        let keyStart = start + 18 + length
        guard keyStart <= bytes.endIndex else {
            throw AuthenticatorDataError("a credential ID of \(length) bytes does not fit")
        }
        let (_, end) = try AuthenticatorData.decodeMap(bytes[keyStart...], "the credential public key")
        return (
            AttestedCredentialData(
                aaguid: aaguid, credentialID: Array(bytes[start + 18..<keyStart]),
                credentialPublicKey: Array(bytes[keyStart..<end])), end
        )
    }
}
