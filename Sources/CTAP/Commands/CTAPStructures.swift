import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

// Structures that several commands share. A missing required member of a structure gives `cborUnexpectedType` (section
// 8: "SHOULD"); `missingParameter` is for a command's own parameters.

/// A credential by type and ID, in excludeList, allowList and in responses.
public struct CTAPCredentialDescriptor: Sendable, Hashable {
    public var id: [UInt8]
    public var type: String

    public init(id: [UInt8], type: String = "public-key") {
        self.id = id
        self.type = type
    }
}

extension CTAPCredentialDescriptor: CTAPStructure {
    static let blank = Self(id: [])

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.required("id", &id, or: .cborUnexpectedType)
        try coder.required("type", &type, or: .cborUnexpectedType)
        // Not stored.
        var transports: [String]?
        try coder.optional("transports", &transports, CTAPList<String>.self)
    }
}

/// The options of authenticatorMakeCredential and authenticatorGetAssertion; nil for an absent one.
public struct CTAPOptions: Sendable, Hashable {
    /// Make a discoverable credential.
    public var rk: Bool?
    /// Test user presence.
    public var up: Bool?
    /// Verify the user with a built-in method.
    public var uv: Bool?

    public init(rk: Bool? = nil, up: Bool? = nil, uv: Bool? = nil) {
        self.rk = rk
        self.up = up
        self.uv = uv
    }
}

extension CTAPOptions: CTAPStructure {
    static let blank = Self()

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.optional("rk", &rk)
        try coder.optional("up", &up)
        try coder.optional("uv", &uv)
    }
}

/// The input of hmac-secret in authenticatorGetAssertion, and of hmac-secret-mc (CTAP 2.3 section 12.7).
public struct HMACSecretInput: Sendable, Hashable {
    public var keyAgreement: KeyAgreementKey
    public var saltEnc: [UInt8]
    public var saltAuth: [UInt8]
    /// The value as received; nil means 1.
    public var pinUvAuthProtocol: UInt64?

    public init(
        keyAgreement: KeyAgreementKey, saltEnc: [UInt8], saltAuth: [UInt8], pinUvAuthProtocol: UInt64? = nil
    ) {
        self.keyAgreement = keyAgreement
        self.saltEnc = saltEnc
        self.saltAuth = saltAuth
        self.pinUvAuthProtocol = pinUvAuthProtocol
    }
}

/// A missing member gives `missingParameter`, not a type error: these are the extension's parameters. Authenticators
/// answer so, and conformance tests expect it.
extension HMACSecretInput: CTAPStructure {
    static let blank = Self(keyAgreement: KeyAgreementKey(x: [], y: []), saltEnc: [], saltAuth: [])

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.required(1, named: "keyAgreement", &keyAgreement)
        try coder.required(2, named: "saltEnc", &saltEnc)
        try coder.required(3, named: "saltAuth", &saltAuth)
        try coder.optional(4, named: "pinUvAuthProtocol", &pinUvAuthProtocol)
    }
}

/// Section 6.1.2: an icon must not cause an error, and need not be stored.
extension PublicKeyCredentialUserEntity: CTAPStructure {
    static let blank = Self(id: [], name: "", displayName: "")

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.required("id", &id, UserHandle.self, or: .cborUnexpectedType)
        try coder.unlessEmpty("name", &name)
        try coder.unlessEmpty("displayName", &displayName)
    }
}

/// 1 to 64 bytes; otherwise `invalidLength` (WebAuthn section 5.4.3).
private enum UserHandle: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> [UInt8] {
        let id = try [UInt8].read(item)
        guard (1...64).contains(id.count) else { throw .invalidLength }
        return id
    }

    static func write(_ id: [UInt8]) -> CBOR { .bytes(id) }
}

extension PublicKeyCredentialRPEntity: CTAPStructure {
    static let blank = Self(id: nil, name: "")

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.member(
            "id", named: nil, as: .plain, &id,
            read: { (item: CBOR?) throws(CTAPStatus) -> String?? in try CTAPRPID.read(try item.orThrow()) },
            write: { $0.map(CBOR.text) })
        try coder.unlessEmpty("name", &name)
    }
}

/// Anything but a map of this shape is `cborUnexpectedType`; another kind of key is `invalidParameter`.
extension KeyAgreementKey: CTAPForm {
    /// The algorithm's label, ECDH-ES + HKDF-256, which does not name the actual computation (section 6.5.6.1).
    private static let algorithm = CBOR.int(-25)

    static func read(_ item: CBOR) throws(CTAPStatus) -> KeyAgreementKey {
        let map = try CBORMap.read(item)
        func member(_ label: CBOR) throws(CTAPStatus) -> CBOR { try map[label].orThrow(.invalidParameter) }
        let kind = try member(1).intValue.orThrow()
        let algorithm = try member(3).intValue.orThrow()
        let curve = try member(-1).intValue.orThrow()
        let key = KeyAgreementKey(x: try [UInt8].read(try member(-2)), y: try [UInt8].read(try member(-3)))
        let size = EllipticCurve.p256.size
        guard kind == 2, .int(algorithm) == Self.algorithm, curve == 1, key.x.count == size, key.y.count == size
        else { throw .invalidParameter }
        return key
    }

    static func write(_ key: KeyAgreementKey) -> CBOR {
        [1: 2, 3: algorithm, -1: 1, -2: .bytes(key.x), -3: .bytes(key.y)]
    }
}

extension COSEAlgorithm: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> COSEAlgorithm {
        COSEAlgorithm(rawValue: try item.intValue.orThrow())
    }

    static func write(_ algorithm: COSEAlgorithm) -> CBOR { .int(algorithm.rawValue) }
}
