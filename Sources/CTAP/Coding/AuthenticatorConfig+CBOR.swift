import ToqueCBOR

extension AuthenticatorConfig {
    init(_ map: CTAPMap) throws(CTAPStatus) {
        subCommand = try map.optional(1, CTAPValue.unsigned)
        minPINLength = MinPINLength()
        if let parameters = try map.optional(2, CTAPValue.map) {
            // The parameters of other subcommands are none of ours.
            if subCommand == SubCommand.setMinPINLength.rawValue {
                minPINLength = try MinPINLength(try CTAPMap(.map(parameters)))
            }
            // Only canonical bytes are read, so that encoding what was read gives the very bytes that came.
            encodedParameters = CBOR.map(parameters).encoded
        }
        pinUvAuthProtocol = try map.optional(3, CTAPValue.unsigned)
        pinUvAuthParam = try map.optional(4, CTAPValue.bytes)
    }

    var cbor: CBOR {
        .map(
            CBORMap(present: [
                (1, subCommand.map(CBOR.unsigned)), (2, minPINLength.cbor),
                (3, pinUvAuthProtocol.map(CBOR.unsigned)), (4, pinUvAuthParam.map(CBOR.bytes)),
            ]))
    }
}

extension AuthenticatorConfig.MinPINLength {
    fileprivate init(_ map: CTAPMap) throws(CTAPStatus) {
        self.init(
            newMinPINLength: try map.optional(1, CTAPValue.unsigned),
            minPinLengthRPIDs: try map.optional(2) { (item) throws(CTAPStatus) in
                try CTAPValue.array(item, of: CTAPValue.rpID)
            },
            forceChangePin: try map.optional(3, CTAPValue.bool),
            pinComplexityPolicy: try map.optional(4, CTAPValue.bool))
    }

    /// nil where nothing is asked for.
    var cbor: CBOR? {
        let map = CBORMap(present: [
            (1, newMinPINLength.map(CBOR.unsigned)), (2, minPinLengthRPIDs.map { .array($0.map(CBOR.text)) }),
            (3, forceChangePin.map(CBOR.bool)), (4, pinComplexityPolicy.map(CBOR.bool)),
        ])
        return map.isEmpty ? nil : .map(map)
    }
}
