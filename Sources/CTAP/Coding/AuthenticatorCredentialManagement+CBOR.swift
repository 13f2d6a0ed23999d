import ToqueCBOR
import ToqueCOSE
import ToqueWebAuthn

extension AuthenticatorCredentialManagement {
    init(_ map: CTAPMap, isPrototype: Bool) throws(CTAPStatus) {
        self.isPrototype = isPrototype
        subCommand = try map.required(1, CTAPValue.unsigned)
        if let parameters = try map.optional(2, CTAPValue.map) {
            let members = try CTAPMap(.map(parameters))
            rpIDHash = try members.optional(1, CTAPValue.bytes)
            credentialID = try members.optional(2, CTAPCredentialDescriptor.init)
            user = try members.optional(3, PublicKeyCredentialUserEntity.init(ctap:))
            // Only canonical bytes are read, so that encoding what was read gives the very bytes that came.
            encodedParameters = CBOR.map(parameters).encoded
        }
        pinUvAuthProtocol = try map.optional(3, CTAPValue.unsigned)
        pinUvAuthParam = try map.optional(4, CTAPValue.bytes)
    }

    /// The parameters of the subcommand, in the form that a platform computes pinUvAuthParam over; nil where there are
    /// none.
    public static func encodeParameters(
        rpIDHash: [UInt8]? = nil, credentialID: CTAPCredentialDescriptor? = nil,
        user: PublicKeyCredentialUserEntity? = nil
    ) -> [UInt8]? { parameters(rpIDHash, credentialID, user)?.encoded }

    private static func parameters(
        _ rpIDHash: [UInt8]?, _ credentialID: CTAPCredentialDescriptor?, _ user: PublicKeyCredentialUserEntity?
    ) -> CBOR? {
        let map = CBORMap(present: [(1, rpIDHash.map(CBOR.bytes)), (2, credentialID?.cbor), (3, user?.ctap)])
        return map.isEmpty ? nil : .map(map)
    }

    var cbor: CBOR {
        .map(
            CBORMap(present: [
                (1, .unsigned(subCommand)), (2, Self.parameters(rpIDHash, credentialID, user)),
                (3, pinUvAuthProtocol.map(CBOR.unsigned)), (4, pinUvAuthParam.map(CBOR.bytes)),
            ]))
    }
}

extension AuthenticatorCredentialManagement.Response {
    init(_ map: CTAPMap) throws(CTAPStatus) {
        self.init()
        existingResidentCredentialsCount = try map.optional(1, CTAPValue.count)
        maxPossibleRemainingResidentCredentialsCount = try map.optional(2, CTAPValue.count)
        rpID = try map.optional(3, PublicKeyCredentialRPEntity.init(ctap:))?.id
        rpIDHash = try map.optional(4, CTAPValue.bytes)
        totalRPs = try map.optional(5, CTAPValue.count)
        user = try map.optional(6, PublicKeyCredentialUserEntity.init(ctap:))
        credentialID = try map.optional(7, CTAPCredentialDescriptor.init)
        publicKey = try map.optional(8, COSEKey.init(ctap:))
        totalCredentials = try map.optional(9, CTAPValue.count)
        credProtect = try map.optional(10, CTAPValue.byte)
        largeBlobKey = try map.optional(11, CTAPValue.bytes)
        thirdPartyPayment = try map.optional(12, CTAPValue.bool)
    }

    /// nil where there is nothing to say.
    var cbor: CBOR? {
        let map = CBORMap(present: [
            (1, existingResidentCredentialsCount.map(CBOR.int)),
            (2, maxPossibleRemainingResidentCredentialsCount.map(CBOR.int)),
            (3, rpID.map { PublicKeyCredentialRPEntity(id: $0, name: "").ctap }), (4, rpIDHash.map(CBOR.bytes)),
            (5, totalRPs.map(CBOR.int)), (6, user?.ctap), (7, credentialID?.cbor), (8, publicKey?.cbor),
            (9, totalCredentials.map(CBOR.int)), (10, credProtect.map { .unsigned(UInt64($0)) }),
            (11, largeBlobKey.map(CBOR.bytes)), (12, thirdPartyPayment.map(CBOR.bool)),
        ])
        return map.isEmpty ? nil : .map(map)
    }
}
