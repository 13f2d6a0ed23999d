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
    /// Absent names are empty.
    public var user: PublicKeyCredentialUserEntity
    /// In order of preference.
    public var pubKeyCredParams: [Parameter]
    public var excludeList: [CTAPCredentialDescriptor]
    public var extensions: Extensions
    public var options: CTAPOptions
    /// nil if absent; empty to request only a touch.
    public var pinUvAuthParam: [UInt8]?
    /// The value as received, because unknown ones have their own status.
    public var pinUvAuthProtocol: UInt64?
    public var enterpriseAttestation: UInt64?
    /// Attestation formats in order of preference (since CTAP 2.2); nil if absent.
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

    /// The inputs of the known extensions; others are ignored.
    public struct Extensions: Sendable, Hashable {
        /// The value as received: 1 to 3 are levels.
        public var credProtect: UInt64?
        public var hmacSecret: Bool?
        public var hmacSecretMC: HMACSecretInput?
        public var thirdPartyPayment: Bool?
        public var credBlob: [UInt8]?
        public var largeBlobKey: Bool?
        /// The alternative extension to largeBlobKey (since CTAP 2.3).
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
        /// True if the attestation is an enterprise attestation.
        public var epAtt: Bool?
        public var largeBlobKey: [UInt8]?
        /// The extensions' unsigned outputs (since CTAP 2.2); nil if there are none.
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

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.required(1, named: "clientDataHash", &clientDataHash)
        try coder.required(2, named: "rp", &rp)
        try coder.required(3, named: "user", &user)
        try coder.required(4, named: "pubKeyCredParams", &pubKeyCredParams, CTAPList<Parameter>.self, as: .algorithms)
        // Platforms do not send empty lists. An empty one excludes nothing, so it is not an error.
        try coder.unlessEmpty(5, named: "excludeList", &excludeList, CTAPList<CTAPCredentialDescriptor>.self)
        try coder.unlessEmpty(6, named: "extensions", &extensions, as: .extensions)
        try coder.unlessEmpty(7, named: "options", &options)
        try coder.optional(8, named: "pinUvAuthParam", &pinUvAuthParam)
        try coder.optional(9, named: "pinUvAuthProtocol", &pinUvAuthProtocol)
        try coder.optional(10, named: "enterpriseAttestation", &enterpriseAttestation)
        try coder.optional(
            11, named: "attestationFormatsPreference", &attestationFormatsPreference, CTAPList<String>.self)
    }

    /// Step 1 of section 6.1.2 assumes a SHA-256.
    func complete() throws(CTAPStatus) { guard clientDataHash.count == 32 else { throw .invalidLength } }
}

/// Checks every entry, even after the chosen one (section 6.1.2, step 3). That step leaves the status for a missing
/// member open; `invalidCBOR` is what other authenticators return.
extension AuthenticatorMakeCredential.Parameter: CTAPStructure {
    static let blank = Self(algorithm: .es256)

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.required("alg", &algorithm, or: .invalidCBOR)
        try coder.required("type", &type, or: .invalidCBOR)
    }
}

extension AuthenticatorMakeCredential.Extensions: CTAPStructure {
    static let blank = Self()

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.optional("credProtect", &credProtect)
        try coder.optional("hmac-secret", &hmacSecret)
        try coder.optional("hmac-secret-mc", &hmacSecretMC)
        try coder.optional("thirdPartyPayment", &thirdPartyPayment)
        try coder.optional("credBlob", &credBlob)
        try coder.optional("largeBlobKey", &largeBlobKey)
        try coder.optional("largeBlob", &largeBlob)
        try coder.optional("minPinLength", &minPinLength)
        try coder.optional("pinComplexityPolicy", &pinComplexityPolicy)
    }

    /// The members that are present, as they are sent.
    package var inputs: CBORMap { map }
}

extension AuthenticatorMakeCredential.Response: CTAPStructure {
    static let blank = Self(
        attestationObject: AttestationObject(format: .none, statement: CBORMap(), authenticatorData: []))

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.required(1, named: "fmt", &attestationObject.format)
        try coder.required(2, named: "authData", &attestationObject.authenticatorData, as: .authenticatorData)
        // CTAP 2.2 allows its absence; it is always written.
        try coder.member(
            3, named: "attStmt", as: .attestationStatement(format: 1), &attestationObject.statement,
            read: { (item: CBOR?) throws(CTAPStatus) -> CBOR? in try item.map(CBORMap.read).map(CBOR.map) },
            write: { $0 })
        try coder.optional(4, named: "epAtt", &epAtt)
        try coder.optional(5, named: "largeBlobKey", &largeBlobKey)
        try coder.optional(6, named: "unsignedExtensionOutputs", &unsignedExtensionOutputs)
    }
}

extension AttestationFormat: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> Self { Self(rawValue: try String.read(item)) }
    static func write(_ format: Self) -> CBOR { .text(format.rawValue) }
}
