import ToqueCBOR
import ToqueWebAuthn

/// authenticatorGetAssertion, 0x02 (CTAP 2.3 section 6.2).
public struct AuthenticatorGetAssertion: Sendable, Hashable {
    public var rpID: String
    public var clientDataHash: [UInt8]
    /// Empty requests discoverable credentials.
    public var allowList: [CTAPCredentialDescriptor]
    public var extensions: Extensions
    public var options: CTAPOptions
    /// nil if absent; empty to request only a touch.
    public var pinUvAuthParam: [UInt8]?
    /// The value as received.
    public var pinUvAuthProtocol: UInt64?

    public init(
        rpID: String, clientDataHash: [UInt8], allowList: [CTAPCredentialDescriptor] = [],
        extensions: Extensions = Extensions(), options: CTAPOptions = CTAPOptions(), pinUvAuthParam: [UInt8]? = nil,
        pinUvAuthProtocol: UInt64? = nil
    ) {
        self.rpID = rpID
        self.clientDataHash = clientDataHash
        self.allowList = allowList
        self.extensions = extensions
        self.options = options
        self.pinUvAuthParam = pinUvAuthParam
        self.pinUvAuthProtocol = pinUvAuthProtocol
    }

    /// The inputs of the known extensions; others are ignored.
    public struct Extensions: Sendable, Hashable {
        public var hmacSecret: HMACSecretInput?
        public var thirdPartyPayment: Bool?
        public var credBlob: Bool?
        public var largeBlobKey: Bool?
        /// The alternative extension to largeBlobKey (since CTAP 2.3).
        public var largeBlob: LargeBlobExtension.Input?

        public init(
            hmacSecret: HMACSecretInput? = nil, thirdPartyPayment: Bool? = nil, credBlob: Bool? = nil,
            largeBlobKey: Bool? = nil, largeBlob: LargeBlobExtension.Input? = nil
        ) {
            self.hmacSecret = hmacSecret
            self.thirdPartyPayment = thirdPartyPayment
            self.credBlob = credBlob
            self.largeBlobKey = largeBlobKey
            self.largeBlob = largeBlob
        }
    }

    public struct Response: Sendable, Hashable {
        public var credential: CTAPCredentialDescriptor
        /// The encoded authenticator data.
        public var authenticatorData: [UInt8]
        public var signature: [UInt8]
        /// nil for a credential whose user is not stored; empty names are omitted.
        public var user: PublicKeyCredentialUserEntity?
        /// Present in the first of several responses.
        public var numberOfCredentials: Int?
        public var userSelected: Bool?
        public var largeBlobKey: [UInt8]?
        /// The extensions' unsigned outputs (since CTAP 2.2); nil if there are none.
        public var unsignedExtensionOutputs: CBORMap?

        public init(
            credential: CTAPCredentialDescriptor, authenticatorData: [UInt8], signature: [UInt8],
            user: PublicKeyCredentialUserEntity? = nil, numberOfCredentials: Int? = nil, userSelected: Bool? = nil,
            largeBlobKey: [UInt8]? = nil, unsignedExtensionOutputs: CBORMap? = nil
        ) {
            self.credential = credential
            self.authenticatorData = authenticatorData
            self.signature = signature
            self.user = user
            self.numberOfCredentials = numberOfCredentials
            self.userSelected = userSelected
            self.largeBlobKey = largeBlobKey
            self.unsignedExtensionOutputs = unsignedExtensionOutputs
        }
    }
}

extension AuthenticatorGetAssertion: CTAPStructure {
    static let blank = Self(rpID: "", clientDataHash: [])

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.required(1, named: "rpId", &rpID, CTAPRPID.self)
        try coder.required(2, named: "clientDataHash", &clientDataHash)
        // Platforms do not send empty lists. An empty one names no credential, like an absent one.
        try coder.unlessEmpty(3, named: "allowList", &allowList, CTAPList<CTAPCredentialDescriptor>.self)
        try coder.unlessEmpty(4, named: "extensions", &extensions, as: .extensions)
        try coder.unlessEmpty(5, named: "options", &options)
        try coder.optional(6, named: "pinUvAuthParam", &pinUvAuthParam)
        try coder.optional(7, named: "pinUvAuthProtocol", &pinUvAuthProtocol)
    }

    func complete() throws(CTAPStatus) { guard clientDataHash.count == 32 else { throw .invalidLength } }
}

extension AuthenticatorGetAssertion.Extensions: CTAPStructure {
    static let blank = Self()

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.optional("hmac-secret", &hmacSecret)
        try coder.optional("thirdPartyPayment", &thirdPartyPayment)
        try coder.optional("credBlob", &credBlob)
        try coder.optional("largeBlobKey", &largeBlobKey)
        try coder.member(
            "largeBlob", named: nil, as: .plain, &largeBlob,
            read: { (item: CBOR?) throws(CTAPStatus) -> LargeBlobExtension.Input?? in
                try item.map(LargeBlobExtension.Input.init(_:))
            }, write: { $0?.cbor })
    }

    /// The members that are present, as they are sent.
    package var inputs: CBORMap { map }
}

extension AuthenticatorGetAssertion.Response: CTAPStructure {
    static let blank = Self(credential: .blank, authenticatorData: [], signature: [])

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.required(1, named: "credential", &credential)
        try coder.required(2, named: "authData", &authenticatorData, as: .authenticatorData)
        try coder.required(3, named: "signature", &signature)
        try coder.optional(4, named: "user", &user)
        try coder.optional(5, named: "numberOfCredentials", &numberOfCredentials)
        try coder.optional(6, named: "userSelected", &userSelected)
        try coder.optional(7, named: "largeBlobKey", &largeBlobKey)
        try coder.optional(8, named: "unsignedExtensionOutputs", &unsignedExtensionOutputs)
    }
}
