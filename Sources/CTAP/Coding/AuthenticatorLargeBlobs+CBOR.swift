import ToqueCBOR

extension AuthenticatorLargeBlobs {
    init(_ map: CTAPMap) throws(CTAPStatus) {
        self.init(
            get: try map.optional(1, CTAPValue.unsigned), set: try map.optional(2, CTAPValue.bytes),
            offset: try map.optional(3, CTAPValue.unsigned), length: try map.optional(4, CTAPValue.unsigned),
            pinUvAuthParam: try map.optional(5, CTAPValue.bytes),
            pinUvAuthProtocol: try map.optional(6, CTAPValue.unsigned))
    }

    var cbor: CBOR {
        .map(
            CBORMap(present: [
                (1, get.map(CBOR.unsigned)), (2, set.map(CBOR.bytes)), (3, offset.map(CBOR.unsigned)),
                (4, length.map(CBOR.unsigned)), (5, pinUvAuthParam.map(CBOR.bytes)),
                (6, pinUvAuthProtocol.map(CBOR.unsigned)),
            ]))
    }
}

extension AuthenticatorLargeBlobs.Response {
    init(_ map: CTAPMap) throws(CTAPStatus) {
        self.init(fragment: try map.required(1, CTAPValue.bytes))
    }

    var cbor: CBOR { [1: .bytes(fragment)] }
}
