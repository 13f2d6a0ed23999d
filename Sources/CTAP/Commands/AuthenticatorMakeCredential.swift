import ToqueCBOR
import ToqueCOSE
import ToqueWebAuthn

/// authenticatorMakeCredential, 0x01 (CTAP 2.3 section 6.1).
public struct AuthenticatorMakeCredential: Sendable, Hashable {
    /// An entry of pubKeyCredParams.
    public struct Parameter: Sendable, Hashable {
        public var type: String
        public var algorithm: COSEAlgorithm

        public init(type: String = "public-key", algorithm: COSEAlgorithm) {
            self.type = type
            self.algorithm = algorithm
        }
    }

    public var clientDataHash: [UInt8]
    public var rp: PublicKeyCredentialRPEntity
    /// Names that were not sent are empty.
    public var user: PublicKeyCredentialUserEntity
    /// Most wanted first.
    public var pubKeyCredParams: [Parameter]
    public var excludeList: [CTAPCredentialDescriptor]
    public var extensions: Extensions
    public var options: CTAPOptions
    /// nil where it was not sent; empty where it asks for a touch alone.
    public var pinUvAuthParam: [UInt8]?
    /// As it was sent, for unknown ones have a status of their own.
    public var pinUvAuthProtocol: UInt64?
    public var enterpriseAttestation: UInt64?
    /// Attestation formats, most wanted first (since CTAP 2.2); nil where it was not sent.
    public var attestationFormatsPreference: [String]?

    public init(
        clientDataHash: [UInt8], rp: PublicKeyCredentialRPEntity, user: PublicKeyCredentialUserEntity,
        pubKeyCredParams: [Parameter], excludeList: [CTAPCredentialDescriptor] = [],
        extensions: Extensions = Extensions(), options: CTAPOptions = CTAPOptions(), pinUvAuthParam: [UInt8]? = nil,
        pinUvAuthProtocol: UInt64? = nil, enterpriseAttestation: UInt64? = nil,
        attestationFormatsPreference: [String]? = nil
    ) {
        self.clientDataHash = clientDataHash
        self.rp = rp
        self.user = user
        self.pubKeyCredParams = pubKeyCredParams
        self.excludeList = excludeList
        self.extensions = extensions
        self.options = options
        self.pinUvAuthParam = pinUvAuthParam
        self.pinUvAuthProtocol = pinUvAuthProtocol
        self.enterpriseAttestation = enterpriseAttestation
        self.attestationFormatsPreference = attestationFormatsPreference
    }

    /// The inputs of the extensions that are known; others are passed over.
    public struct Extensions: Sendable, Hashable {
        /// As it was sent: 1 to 3 are levels.
        public var credProtect: UInt64?
        public var hmacSecret: Bool?
        public var hmacSecretMC: HMACSecretInput?
        public var thirdPartyPayment: Bool?
        public var credBlob: [UInt8]?
        public var largeBlobKey: Bool?
        /// The extension that authenticators have instead of largeBlobKey (since CTAP 2.3).
        public var largeBlob: LargeBlobSupport?
        public var minPinLength: Bool?
        public var pinComplexityPolicy: Bool?

        public init(
            credProtect: UInt64? = nil, hmacSecret: Bool? = nil, hmacSecretMC: HMACSecretInput? = nil,
            thirdPartyPayment: Bool? = nil, credBlob: [UInt8]? = nil, largeBlobKey: Bool? = nil,
            largeBlob: LargeBlobSupport? = nil, minPinLength: Bool? = nil, pinComplexityPolicy: Bool? = nil
        ) {
            self.credProtect = credProtect
            self.hmacSecret = hmacSecret
            self.hmacSecretMC = hmacSecretMC
            self.thirdPartyPayment = thirdPartyPayment
            self.credBlob = credBlob
            self.largeBlobKey = largeBlobKey
            self.largeBlob = largeBlob
            self.minPinLength = minPinLength
            self.pinComplexityPolicy = pinComplexityPolicy
        }
    }

    public struct Response: Sendable, Hashable {
        public var attestationObject: AttestationObject
        /// Whether enterprise attestation was given.
        public var epAtt: Bool?
        public var largeBlobKey: [UInt8]?
        /// What extensions say outside of what is signed (since CTAP 2.2); nil for none.
        public var unsignedExtensionOutputs: CBORMap?

        public init(
            attestationObject: AttestationObject, epAtt: Bool? = nil, largeBlobKey: [UInt8]? = nil,
            unsignedExtensionOutputs: CBORMap? = nil
        ) {
            self.attestationObject = attestationObject
            self.epAtt = epAtt
            self.largeBlobKey = largeBlobKey
            self.unsignedExtensionOutputs = unsignedExtensionOutputs
        }
    }
}

extension AuthenticatorMakeCredential: CTAPStructure {
    static let blank = Self(clientDataHash: [], rp: .blank, user: .blank, pubKeyCredParams: [])

    static let members: [CTAPMember<Self>] = [
        .required(1, "clientDataHash", \.clientDataHash, .bytes),
        .required(2, "rp", \.rp, .structure),
        .required(3, "user", \.user, .structure),
        .required(4, "pubKeyCredParams", \.pubKeyCredParams, .array(of: .structure), as: .algorithms),
        // Platforms send no empty list; one excludes nothing, so that it is no error.
        .unlessEmpty(5, "excludeList", \.excludeList, .array(of: .structure)),
        .unlessEmpty(6, "extensions", \.extensions, .structure, as: .extensions),
        .unlessEmpty(7, "options", \.options, .structure),
        .optional(8, "pinUvAuthParam", \.pinUvAuthParam, .bytes),
        .optional(9, "pinUvAuthProtocol", \.pinUvAuthProtocol, .unsigned),
        .optional(10, "enterpriseAttestation", \.enterpriseAttestation, .unsigned),
        .optional(11, "attestationFormatsPreference", \.attestationFormatsPreference, .array(of: .text)),
    ]

    /// Step 1 of section 6.1.2 takes a SHA-256 for granted.
    func complete() throws(CTAPStatus) { guard clientDataHash.count == 32 else { throw .invalidLength } }
}

/// Every entry is checked, also those behind the one that is taken (section 6.1.2, step 3). That step leaves the status
/// for a missing member open; `invalidCBOR` is what other authenticators say.
extension AuthenticatorMakeCredential.Parameter: CTAPStructure {
    static let blank = Self(algorithm: .es256)

    static let members: [CTAPMember<Self>] = [
        .required("alg", \.algorithm, .algorithm, or: .invalidCBOR),
        .required("type", \.type, .text, or: .invalidCBOR),
    ]
}

extension AuthenticatorMakeCredential.Extensions: CTAPStructure {
    static let blank = Self()

    static let members: [CTAPMember<Self>] = [
        .optional("credProtect", \.credProtect, .unsigned),
        .optional("hmac-secret", \.hmacSecret, .bool),
        .optional("hmac-secret-mc", \.hmacSecretMC, .structure),
        .optional("thirdPartyPayment", \.thirdPartyPayment, .bool),
        .optional("credBlob", \.credBlob, .bytes),
        .optional("largeBlobKey", \.largeBlobKey, .bool),
        .optional("largeBlob", \.largeBlob, .largeBlobSupport),
        .optional("minPinLength", \.minPinLength, .bool),
        .optional("pinComplexityPolicy", \.pinComplexityPolicy, .bool),
    ]

    /// Those that are there, as they are sent.
    package var inputs: [(name: String, item: CBOR)] { Self.members.named(from: self) }
}

extension AuthenticatorMakeCredential.Response: CTAPStructure {
    static let blank = Self(
        attestationObject: AttestationObject(format: .none, statement: CBORMap(), authenticatorData: []))

    static let members: [CTAPMember<Self>] = [
        .required(1, "fmt", \.attestationObject.format, .attestationFormat),
        .required(2, "authData", \.attestationObject.authenticatorData, .bytes, as: .authenticatorData),
        // CTAP 2.2 lets it be absent; it is always written.
        CTAPMember(
            3, "attStmt", as: .attestationStatement(format: 1),
            read: { (item: CBOR?, response: inout Self) throws(CTAPStatus) in
                if let item { response.attestationObject.statement = .map(try CTAPForm<CBORMap>.map.read(item)) }
            }, write: { $0.attestationObject.statement }),
        .optional(4, "epAtt", \.epAtt, .bool),
        .optional(5, "largeBlobKey", \.largeBlobKey, .bytes),
        .optional(6, "unsignedExtensionOutputs", \.unsignedExtensionOutputs, .map),
    ]
}

extension CTAPForm<AttestationFormat> {
    fileprivate static var attestationFormat: Self {
        CTAPForm<String>.text.converted({ AttestationFormat(rawValue: $0) }, \.rawValue)
    }
}
