import ToqueCBOR

extension AuthenticatorClientPIN {
    init(_ map: CTAPMap) throws(CTAPStatus) {
        pinUvAuthProtocol = try map.optional(1, CTAPValue.unsigned)
        subCommand = try map.required(2, CTAPValue.unsigned)
        keyAgreement = try map.optional(3, KeyAgreementKey.init)
        pinUvAuthParam = try map.optional(4, CTAPValue.bytes)
        newPinEnc = try map.optional(5, CTAPValue.bytes)
        pinHashEnc = try map.optional(6, CTAPValue.bytes)
        permissions = try map.optional(9, CTAPValue.unsigned).map(PINUVAuthPermissions.init)
        rpID = try map.optional(10, CTAPValue.rpID)
    }

    var cbor: CBOR {
        .map(
            CBORMap(present: [
                (1, pinUvAuthProtocol.map(CBOR.unsigned)), (2, .unsigned(subCommand)), (3, keyAgreement?.cbor),
                (4, pinUvAuthParam.map(CBOR.bytes)), (5, newPinEnc.map(CBOR.bytes)),
                (6, pinHashEnc.map(CBOR.bytes)), (9, permissions.map { .unsigned($0.rawValue) }),
                (10, rpID.map(CBOR.text)),
            ]))
    }
}

extension AuthenticatorClientPIN.Response {
    init(_ map: CTAPMap) throws(CTAPStatus) {
        self.init(
            keyAgreement: try map.optional(1, KeyAgreementKey.init),
            pinUvAuthToken: try map.optional(2, CTAPValue.bytes), pinRetries: try map.optional(3, CTAPValue.count),
            powerCycleState: try map.optional(4, CTAPValue.bool), uvRetries: try map.optional(5, CTAPValue.count))
    }

    /// nil where there is nothing to say.
    var cbor: CBOR? {
        let map = CBORMap(present: [
            (1, keyAgreement?.cbor), (2, pinUvAuthToken.map(CBOR.bytes)), (3, pinRetries.map(CBOR.int)),
            (4, powerCycleState.map(CBOR.bool)), (5, uvRetries.map(CBOR.int)),
        ])
        return map.isEmpty ? nil : .map(map)
    }
}
