import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

// The structures that several commands share. A member that a structure cannot do without gives `cborUnexpectedType`
// where it is missing (section 8: "SHOULD"), as `missingParameter` is said of a command's own parameters.

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

    static let members: [CTAPMember<Self>] = [
        .required("id", \.id, .bytes, or: .cborUnexpectedType),
        .required("type", \.type, .text, or: .cborUnexpectedType),
        // Not kept.
        CTAPMember(
            "transports", "transports",
            read: { (item: CBOR?, _: inout Self) throws(CTAPStatus) in
                _ = try item.map(CTAPForm<[String]>.array(of: .text).read)
            }, write: { _ in nil }),
    ]
}

/// The options of authenticatorMakeCredential and authenticatorGetAssertion; nil where one was not sent.
public struct CTAPOptions: Sendable, Hashable {
    /// Make a discoverable credential.
    public var rk: Bool?
    /// Test user presence.
    public var up: Bool?
    /// Verify the user by a means built into the authenticator.
    public var uv: Bool?

    public init(rk: Bool? = nil, up: Bool? = nil, uv: Bool? = nil) {
        self.rk = rk
        self.up = up
        self.uv = uv
    }
}

extension CTAPOptions: CTAPStructure {
    static let blank = Self()

    static let members: [CTAPMember<Self>] = [
        .optional("rk", \.rk, .bool), .optional("up", \.up, .bool), .optional("uv", \.uv, .bool),
    ]
}

/// The input of hmac-secret in authenticatorGetAssertion, and of hmac-secret-mc (CTAP 2.1 section 12.5).
public struct HMACSecretInput: Sendable, Hashable {
    public var keyAgreement: KeyAgreementKey
    public var saltEnc: [UInt8]
    public var saltAuth: [UInt8]
    /// As it was sent; nil means 1.
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

/// A missing member gives `missingParameter`, and no type error: these are the extension's parameters, and that is what
/// authenticators answer and conformance tests expect.
extension HMACSecretInput: CTAPStructure {
    static let blank = Self(keyAgreement: KeyAgreementKey(x: [], y: []), saltEnc: [], saltAuth: [])

    static let members: [CTAPMember<Self>] = [
        .required(1, "keyAgreement", \.keyAgreement, .keyAgreement),
        .required(2, "saltEnc", \.saltEnc, .bytes),
        .required(3, "saltAuth", \.saltAuth, .bytes),
        .optional(4, "pinUvAuthProtocol", \.pinUvAuthProtocol, .unsigned),
    ]
}

/// Section 6.1.2: an icon must not lead to an error, and need not be kept.
extension PublicKeyCredentialUserEntity: CTAPStructure {
    static let blank = Self(id: [], name: "", displayName: "")

    static let members: [CTAPMember<Self>] = [
        .required("id", \.id, .userHandle, or: .cborUnexpectedType),
        .unlessEmpty("name", \.name, .text),
        .unlessEmpty("displayName", \.displayName, .text),
    ]
}

extension CTAPForm<[UInt8]> {
    /// 1 to 64 bytes, else `invalidLength` (WebAuthn section 5.4.3).
    fileprivate static var userHandle: Self {
        bytes.converted(or: .invalidLength, { (1...64).contains($0.count) ? $0 : nil }, { $0 })
    }
}

extension PublicKeyCredentialRPEntity: CTAPStructure {
    static let blank = Self(id: nil, name: "")

    static let members: [CTAPMember<Self>] = [
        CTAPMember(
            "id", "id",
            read: { (item: CBOR?, rp: inout Self) throws(CTAPStatus) in
                guard let item else { throw .cborUnexpectedType }
                rp.id = try CTAPForm<String>.rpID.read(item)
            }, write: { $0.id.map(CBOR.text) }),
        .unlessEmpty("name", \.name, .text),
    ]
}

extension CTAPForm<KeyAgreementKey> {
    /// The label of the algorithm, ECDH-ES + HKDF-256, which is not what is computed (section 6.5.6.1).
    private static var algorithm: Int { -25 }

    /// What is no map of that shape is `cborUnexpectedType`, another kind of key `invalidParameter`.
    static var keyAgreement: Self {
        Self(
            read: { (item: CBOR) throws(CTAPStatus) -> KeyAgreementKey in
                let map = try CTAPForm<CBORMap>.map.read(item)
                func member<Member>(_ label: CBOR, _ form: CTAPForm<Member>) throws(CTAPStatus) -> Member {
                    guard let item = map[label] else { throw .invalidParameter }
                    return try form.read(item)
                }
                let kind = try member(1, .int)
                let algorithm = try member(3, .int)
                let curve = try member(-1, .int)
                let key = KeyAgreementKey(x: try member(-2, .bytes), y: try member(-3, .bytes))
                let size = EllipticCurve.p256.size
                guard kind == 2, algorithm == Self.algorithm, curve == 1, key.x.count == size, key.y.count == size
                else { throw .invalidParameter }
                return key
            }, write: { [1: 2, 3: .int(Self.algorithm), -1: 1, -2: .bytes($0.x), -3: .bytes($0.y)] })
    }
}

extension CTAPForm<COSEAlgorithm> {
    static var algorithm: Self { CTAPForm<Int>.int.converted({ COSEAlgorithm(rawValue: $0) }, \.rawValue) }
}
