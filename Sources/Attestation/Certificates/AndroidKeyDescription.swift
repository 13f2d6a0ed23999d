import ToqueCrypto

/// An Android keystore's certified description of a key that it holds: `KeyDescription` (section 8.4.1). Keymaster 2 to
/// 4.1 and KeyMint 1 to 4 (attestation versions 1 to 4 and 100 to 400) write it in the same form, with newer members in
/// the authorization lists.
public struct AndroidKeyDescription: Sendable, Hashable {
    /// The security level: which part of the system does something, from the least to the most trusted.
    public enum SecurityLevel: UInt, Sendable, Hashable {
        case software, trustedEnvironment, strongBox
    }

    public var attestationVersion: UInt
    public var attestationSecurityLevel: SecurityLevel
    public var keyMintVersion: UInt
    public var keyMintSecurityLevel: SecurityLevel
    /// The challenge that the key's maker asked to have certified; WebAuthn's client data hash.
    public var attestationChallenge: [UInt8]
    public var uniqueID: [UInt8]
    /// Enforced by the Android system.
    public var softwareEnforced: AndroidAuthorizationList
    /// Enforced by the trusted environment or StrongBox: `teeEnforced`, in newer versions `hardwareEnforced`.
    public var hardwareEnforced: AndroidAuthorizationList

    public init(
        attestationVersion: UInt, attestationSecurityLevel: SecurityLevel, keyMintVersion: UInt,
        keyMintSecurityLevel: SecurityLevel, attestationChallenge: [UInt8], uniqueID: [UInt8] = [],
        softwareEnforced: AndroidAuthorizationList = .init(), hardwareEnforced: AndroidAuthorizationList = .init()
    ) {
        self.attestationVersion = attestationVersion
        self.attestationSecurityLevel = attestationSecurityLevel
        self.keyMintVersion = keyMintVersion
        self.keyMintSecurityLevel = keyMintSecurityLevel
        self.attestationChallenge = attestationChallenge
        self.uniqueID = uniqueID
        self.softwareEnforced = softwareEnforced
        self.hardwareEnforced = hardwareEnforced
    }

    /// A signing key that was generated in the trusted environment and cannot leave it. The challenge is empty.
    public static let inTrustedEnvironment = AndroidKeyDescription(
        attestationVersion: 300, attestationSecurityLevel: .trustedEnvironment, keyMintVersion: 300,
        keyMintSecurityLevel: .trustedEnvironment, attestationChallenge: [],
        hardwareEnforced: .init(purposes: [.sign], origin: .generated))

    /// The extension's value in DER.
    public var encoded: [UInt8] {
        DER.sequence(
            DER.integer(attestationVersion), DER.enumerated(attestationSecurityLevel.rawValue),
            DER.integer(keyMintVersion), DER.enumerated(keyMintSecurityLevel.rawValue),
            DER.octetString(attestationChallenge), DER.octetString(uniqueID), softwareEnforced.encoded,
            hardwareEnforced.encoded)
    }

    /// Reads the extension's value.
    public init(decoding der: [UInt8]) throws(DERError) {
        var reader = DERReader(der)
        try self.init(&reader)
        try reader.expectEnd()
    }

    init(_ reader: inout DERReader) throws(DERError) {
        var members = try reader.sequence()
        attestationVersion = try members.element().natural()
        attestationSecurityLevel = try Self.securityLevel(members.element())
        keyMintVersion = try members.element().natural()
        keyMintSecurityLevel = try Self.securityLevel(members.element())
        attestationChallenge = Array(try members.octetString())
        uniqueID = Array(try members.octetString())
        softwareEnforced = try AndroidAuthorizationList(members.sequence())
        hardwareEnforced = try AndroidAuthorizationList(members.sequence())
        try members.expectEnd()
    }

    private static func securityLevel(_ element: DERElement) throws(DERError) -> SecurityLevel {
        let number = try element.enumerated()
        guard let level = UInt(exactly: number).flatMap(SecurityLevel.init) else {
            throw DERError(offset: element.encoded.startIndex, reason: "security level \(number), expected 0 to 2")
        }
        return level
    }

    /// Reads the extension of an attestation certificate.
    /// - Parameter path: x5c, the attestation certificate first.
    /// - Throws: if the extension is missing or malformed, or if an issuer has it too. In that case a key in the
    ///   keystore issued the attestation certificate, and its holder could have put anything into it.
    public init(path: [Certificate]) throws(AttestationCertificateError) {
        let identifier = AttestationExtension.androidKeyDescription
        for issuer in path.dropFirst() where try issuer.value(of: identifier) != nil {
            throw .malformedExtension(identifier.name, "was issued by a certificate with another one")
        }
        let description = try path.first?.read(identifier) { (reader) throws(DERError) in try Self(&reader) }
        guard let description else { throw .missingExtension(identifier.name) }
        self = description
    }
}

extension DERElement {
    /// A non-negative INTEGER.
    func natural() throws(DERError) -> UInt {
        let number = try integer()
        guard let natural = UInt(exactly: number) else {
            throw DERError(offset: encoded.startIndex, reason: "found \(number), which is negative")
        }
        return natural
    }
}
