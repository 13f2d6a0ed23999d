import ToqueCBOR
import ToqueCOSE
import ToqueWebAuthn

/// authenticatorCredentialManagement, 0x0A, and the prototype's 0x41 (CTAP 2.3 section 6.8). The handler checks that a
/// subcommand has its parameters.
public struct AuthenticatorCredentialManagement: Sendable, Hashable {
    public enum SubCommand: UInt64, Sendable, Hashable, CaseIterable {
        case getCredsMetadata = 0x01
        case enumerateRPsBegin = 0x02
        case enumerateRPsGetNextRP = 0x03
        case enumerateCredentialsBegin = 0x04
        case enumerateCredentialsGetNextCredential = 0x05
        case deleteCredential = 0x06
        case updateUserInformation = 0x07
    }

    /// True for the prototype's code, 0x41.
    public var isPrototype: Bool
    /// The raw value of a `SubCommand`, or an unknown one.
    public var subCommand: UInt64
    public var rpIDHash: [UInt8]?
    public var credentialID: CTAPCredentialDescriptor?
    public var user: PublicKeyCredentialUserEntity?
    /// subCommandParams as received, because pinUvAuthParam covers these bytes; nil if absent.
    public var encodedParameters: [UInt8]?
    /// The value as received.
    public var pinUvAuthProtocol: UInt64?
    public var pinUvAuthParam: [UInt8]?

    public init(
        _ subCommand: SubCommand, isPrototype: Bool = false, rpIDHash: [UInt8]? = nil,
        credentialID: CTAPCredentialDescriptor? = nil, user: PublicKeyCredentialUserEntity? = nil,
        encodedParameters: [UInt8]? = nil, pinUvAuthProtocol: UInt64? = nil, pinUvAuthParam: [UInt8]? = nil
    ) {
        self.subCommand = subCommand.rawValue
        self.isPrototype = isPrototype
        self.rpIDHash = rpIDHash
        self.credentialID = credentialID
        self.user = user
        self.encodedParameters = encodedParameters
        self.pinUvAuthProtocol = pinUvAuthProtocol
        self.pinUvAuthParam = pinUvAuthParam
    }

    /// The subcommand's parameters in the form that a platform's pinUvAuthParam covers; nil if there are none.
    public static func encodeParameters(
        rpIDHash: [UInt8]? = nil, credentialID: CTAPCredentialDescriptor? = nil,
        user: PublicKeyCredentialUserEntity? = nil
    ) -> [UInt8]? {
        Self(.getCredsMetadata, rpIDHash: rpIDHash, credentialID: credentialID, user: user).subCommandParams?.encoded
    }

    /// The bytes that pinUvAuthParam covers (sections 6.8.2 and following). Undefined parameters do not count.
    public var authenticatedMessage: [UInt8] {
        let parameters: [UInt8]? =
            switch SubCommand(rawValue: subCommand) {
            case .getCredsMetadata, .enumerateRPsBegin: nil
            case .enumerateRPsGetNextRP, .enumerateCredentialsBegin, .enumerateCredentialsGetNextCredential,
                .deleteCredential, .updateUserInformation, nil:
                encodedParameters
            }
        return [UInt8(truncatingIfNeeded: subCommand)] + (parameters ?? [])
    }

    public struct Response: Sendable, Hashable {
        public var existingResidentCredentialsCount: Int?
        public var maxPossibleRemainingResidentCredentialsCount: Int?
        public var rpID: String?
        public var rpIDHash: [UInt8]?
        public var totalRPs: Int?
        public var user: PublicKeyCredentialUserEntity?
        public var credentialID: CTAPCredentialDescriptor?
        public var publicKey: COSEKey?
        public var totalCredentials: Int?
        public var credProtect: UInt8?
        public var largeBlobKey: [UInt8]?
        public var thirdPartyPayment: Bool?

        public init() {}
    }
}

extension AuthenticatorCredentialManagement: CTAPSubcommands {
    static let blank = Self(.getCredsMetadata)

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.required(1, named: "subCommand", &subCommand, as: .subCommand(SubCommand.self))
        try coder.subCommandParams(2, of: &self)
        try coder.optional(3, named: "pinUvAuthProtocol", &pinUvAuthProtocol)
        try coder.optional(4, named: "pinUvAuthParam", &pinUvAuthParam)
    }

    mutating func parameters<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.optional(1, named: "rpIDHash", &rpIDHash)
        try coder.optional(2, named: "credentialID", &credentialID)
        try coder.optional(3, named: "user", &user)
    }
}

extension AuthenticatorCredentialManagement.Response: CTAPStructure {
    static let blank = Self()

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.optional(1, named: "existingResidentCredentialsCount", &existingResidentCredentialsCount)
        try coder.optional(
            2, named: "maxPossibleRemainingResidentCredentialsCount", &maxPossibleRemainingResidentCredentialsCount)
        try coder.optional(3, named: "rp", &rpID, RPByID.self)
        try coder.optional(4, named: "rpIDHash", &rpIDHash)
        try coder.optional(5, named: "totalRPs", &totalRPs)
        try coder.optional(6, named: "user", &user)
        try coder.optional(7, named: "credentialID", &credentialID)
        try coder.optional(8, named: "publicKey", &publicKey, as: .coseKey)
        try coder.optional(9, named: "totalCredentials", &totalCredentials)
        try coder.optional(10, named: "credProtect", &credProtect)
        try coder.optional(11, named: "largeBlobKey", &largeBlobKey)
        try coder.optional(12, named: "thirdPartyPayment", &thirdPartyPayment)
    }
}

/// An RP, by its ID.
private enum RPByID: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> String {
        try PublicKeyCredentialRPEntity.read(item).id.orThrow()
    }

    static func write(_ id: String) -> CBOR { .map(PublicKeyCredentialRPEntity(id: id, name: "").map) }
}

extension COSEKey: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> COSEKey { try (try? COSEKey(item)).orThrow() }
    static func write(_ key: COSEKey) -> CBOR { key.cbor }
}
