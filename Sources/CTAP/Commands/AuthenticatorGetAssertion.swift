import ToqueCBOR
import ToqueWebAuthn

/// authenticatorGetAssertion, 0x02 (CTAP 2.3 section 6.2).
public struct AuthenticatorGetAssertion: Sendable, Hashable {
    public var rpID: String
    public var clientDataHash: [UInt8]
    /// Empty asks for discoverable credentials.
    public var allowList: [CTAPCredentialDescriptor]
    public var extensions: Extensions
    public var options: CTAPOptions
    /// nil where it was not sent; empty where it asks for a touch alone.
    public var pinUvAuthParam: [UInt8]?
    /// As it was sent.
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

    /// The inputs of the extensions that are known; others are passed over.
    public struct Extensions: Sendable, Hashable {
        public var hmacSecret: HMACSecretInput?
        public var thirdPartyPayment: Bool?
        public var credBlob: Bool?
        public var largeBlobKey: Bool?
        /// The extension that authenticators have instead of largeBlobKey (since CTAP 2.3).
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
        /// nil for a credential whose user is not kept; empty names are left out.
        public var user: PublicKeyCredentialUserEntity?
        /// In the first of several answers.
        public var numberOfCredentials: Int?
        public var userSelected: Bool?
        public var largeBlobKey: [UInt8]?
        /// What extensions say outside of what is signed (since CTAP 2.2); nil for none.
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

    static let members: [CTAPMember<Self>] = [
        .required(1, "rpId", \.rpID, .rpID),
        .required(2, "clientDataHash", \.clientDataHash, .bytes),
        // Platforms send no empty list; one names no credential, as if there were none.
        .unlessEmpty(3, "allowList", \.allowList, .array(of: .structure)),
        .unlessEmpty(4, "extensions", \.extensions, .structure, as: .extensions),
        .unlessEmpty(5, "options", \.options, .structure),
        .optional(6, "pinUvAuthParam", \.pinUvAuthParam, .bytes),
        .optional(7, "pinUvAuthProtocol", \.pinUvAuthProtocol, .unsigned),
    ]

    func complete() throws(CTAPStatus) { guard clientDataHash.count == 32 else { throw .invalidLength } }
}

extension AuthenticatorGetAssertion.Extensions: CTAPStructure {
    static let blank = Self()

    static let members: [CTAPMember<Self>] = [
        .optional("hmac-secret", \.hmacSecret, .structure),
        .optional("thirdPartyPayment", \.thirdPartyPayment, .bool),
        .optional("credBlob", \.credBlob, .bool),
        .optional("largeBlobKey", \.largeBlobKey, .bool),
        CTAPMember(
            "largeBlob", "largeBlob",
            read: { (item: CBOR?, extensions: inout Self) throws(CTAPStatus) in
                extensions.largeBlob = try item.flatMap(LargeBlobExtension.Input.init(_:))
            }, write: { $0.largeBlob?.cbor }),
    ]

    /// Those that are there, as they are sent.
    package var inputs: [(name: String, item: CBOR)] { Self.members.named(from: self) }
}

extension AuthenticatorGetAssertion.Response: CTAPStructure {
    static let blank = Self(credential: .blank, authenticatorData: [], signature: [])

    static let members: [CTAPMember<Self>] = [
        .required(1, "credential", \.credential, .structure),
        .required(2, "authData", \.authenticatorData, .bytes, as: .authenticatorData),
        .required(3, "signature", \.signature, .bytes),
        .optional(4, "user", \.user, .structure),
        .optional(5, "numberOfCredentials", \.numberOfCredentials, .count),
        .optional(6, "userSelected", \.userSelected, .bool),
        .optional(7, "largeBlobKey", \.largeBlobKey, .bytes),
        .optional(8, "unsignedExtensionOutputs", \.unsignedExtensionOutputs, .map),
    ]
}
