import ToqueCBOR
import ToqueCOSE
import ToqueWebAuthn

/// authenticatorCredentialManagement, 0x0A, and 0x41 of the prototype (CTAP 2.3 section 6.8). Which parameters a
/// subcommand needs is the handler's to check.
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

    /// It came, or goes, as 0x41.
    public var isPrototype: Bool
    /// The raw value of a `SubCommand`, or one that nobody knows.
    public var subCommand: UInt64
    public var rpIDHash: [UInt8]?
    public var credentialID: CTAPCredentialDescriptor?
    public var user: PublicKeyCredentialUserEntity?
    /// subCommandParams as they came, for pinUvAuthParam is computed over these bytes; nil where none came.
    public var encodedParameters: [UInt8]?
    /// As it was sent.
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

    /// The parameters of the subcommand, in the form that a platform computes pinUvAuthParam over; nil where there are
    /// none.
    public static func encodeParameters(
        rpIDHash: [UInt8]? = nil, credentialID: CTAPCredentialDescriptor? = nil,
        user: PublicKeyCredentialUserEntity? = nil
    ) -> [UInt8]? {
        let command = Self(.getCredsMetadata, rpIDHash: rpIDHash, credentialID: credentialID, user: user)
        return parameters.item(from: command)?.encoded
    }

    /// What pinUvAuthParam is computed over (section 6.8.2 and on): parameters do not count where none are defined.
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

extension AuthenticatorCredentialManagement: CTAPStructure {
    static let blank = Self(.getCredsMetadata)

    static let members: [CTAPMember<Self>] = [
        .required(1, "subCommand", \.subCommand, .unsigned, as: .subCommand(SubCommand.self)),
        .subCommandParams(2, parameters, keptAs: \.encodedParameters),
        .optional(3, "pinUvAuthProtocol", \.pinUvAuthProtocol, .unsigned),
        .optional(4, "pinUvAuthParam", \.pinUvAuthParam, .bytes),
    ]

    private static let parameters: [CTAPMember<Self>] = [
        .optional(1, "rpIDHash", \.rpIDHash, .bytes),
        .optional(2, "credentialID", \.credentialID, .structure),
        .optional(3, "user", \.user, .structure),
    ]
}

extension AuthenticatorCredentialManagement.Response: CTAPStructure {
    static let blank = Self()

    static let members: [CTAPMember<Self>] = [
        .optional(1, "existingResidentCredentialsCount", \.existingResidentCredentialsCount, .count),
        .optional(
            2, "maxPossibleRemainingResidentCredentialsCount", \.maxPossibleRemainingResidentCredentialsCount, .count),
        .optional(3, "rp", \.rpID, .rp),
        .optional(4, "rpIDHash", \.rpIDHash, .bytes),
        .optional(5, "totalRPs", \.totalRPs, .count),
        .optional(6, "user", \.user, .structure),
        .optional(7, "credentialID", \.credentialID, .structure),
        .optional(8, "publicKey", \.publicKey, .coseKey, as: .coseKey),
        .optional(9, "totalCredentials", \.totalCredentials, .count),
        .optional(10, "credProtect", \.credProtect, .byte),
        .optional(11, "largeBlobKey", \.largeBlobKey, .bytes),
        .optional(12, "thirdPartyPayment", \.thirdPartyPayment, .bool),
    ]
}

extension CTAPForm<String> {
    /// An RP by its ID.
    fileprivate static var rp: Self {
        CTAPForm<PublicKeyCredentialRPEntity>.structure.converted(
            \.id, { PublicKeyCredentialRPEntity(id: $0, name: "") })
    }
}

extension CTAPForm<COSEKey> {
    fileprivate static var coseKey: Self { Self({ try? COSEKey($0) }, \.cbor) }
}
