import ToqueCBOR

extension AuthenticatorBioEnrollment {
    init(_ map: CTAPMap, isPrototype: Bool) throws(CTAPStatus) {
        self.isPrototype = isPrototype
        modality = try map.optional(1, CTAPValue.unsigned)
        subCommand = try map.optional(2, CTAPValue.unsigned)
        if let parameters = try map.optional(3, CTAPValue.map) {
            let members = try CTAPMap(.map(parameters))
            templateID = try members.optional(1, CTAPValue.bytes)
            templateFriendlyName = try members.optional(2, CTAPValue.text)
            timeoutMilliseconds = try members.optional(3, CTAPValue.unsigned)
            // Only canonical bytes are read, so that encoding what was read gives the very bytes that came.
            encodedParameters = CBOR.map(parameters).encoded
        }
        pinUvAuthProtocol = try map.optional(4, CTAPValue.unsigned)
        pinUvAuthParam = try map.optional(5, CTAPValue.bytes)
        getModality = try map.optional(6, CTAPValue.bool)
    }

    /// What the members say; nil where there are none.
    var parameters: CBOR? {
        let map = CBORMap(present: [
            (1, templateID.map(CBOR.bytes)), (2, templateFriendlyName.map(CBOR.text)),
            (3, timeoutMilliseconds.map(CBOR.unsigned)),
        ])
        return map.isEmpty ? nil : .map(map)
    }

    var cbor: CBOR {
        .map(
            CBORMap(present: [
                (1, modality.map(CBOR.unsigned)), (2, subCommand.map(CBOR.unsigned)), (3, parameters),
                (4, pinUvAuthProtocol.map(CBOR.unsigned)), (5, pinUvAuthParam.map(CBOR.bytes)),
                (6, getModality.map(CBOR.bool)),
            ]))
    }
}

extension AuthenticatorBioEnrollment.Response {
    init(_ map: CTAPMap) throws(CTAPStatus) {
        self.init()
        modality = try map.optional(1, CTAPValue.unsigned)
        fingerprintKind = try map.optional(2, CTAPValue.unsigned)
        maxCaptureSamplesRequiredForEnroll = try map.optional(3, CTAPValue.count)
        templateID = try map.optional(4, CTAPValue.bytes)
        lastEnrollSampleStatus = try map.optional(5, CTAPValue.byte)
        remainingSamples = try map.optional(6, CTAPValue.count)
        templateInfos = try map.optional(7) { (item) throws(CTAPStatus) in
            try CTAPValue.array(item, of: AuthenticatorBioEnrollment.TemplateInfo.init)
        }
        maxTemplateFriendlyName = try map.optional(8, CTAPValue.count)
    }

    /// nil where there is nothing to say.
    var cbor: CBOR? {
        let map = CBORMap(present: [
            (1, modality.map(CBOR.unsigned)), (2, fingerprintKind.map(CBOR.unsigned)),
            (3, maxCaptureSamplesRequiredForEnroll.map(CBOR.int)), (4, templateID.map(CBOR.bytes)),
            (5, lastEnrollSampleStatus.map { .unsigned(UInt64($0)) }), (6, remainingSamples.map(CBOR.int)),
            (7, templateInfos.map { .array($0.map(\.cbor)) }), (8, maxTemplateFriendlyName.map(CBOR.int)),
        ])
        return map.isEmpty ? nil : .map(map)
    }
}

extension AuthenticatorBioEnrollment.TemplateInfo {
    fileprivate init(_ item: CBOR) throws(CTAPStatus) {
        let map = try CTAPMap(item)
        self.init(
            id: try map.required(1, orThrow: .cborUnexpectedType, CTAPValue.bytes),
            friendlyName: try map.optional(2, CTAPValue.text))
    }

    fileprivate var cbor: CBOR { .map(CBORMap(present: [(1, .bytes(id)), (2, friendlyName.map(CBOR.text))])) }
}
