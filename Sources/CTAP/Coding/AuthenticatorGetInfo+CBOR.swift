import ToqueCBOR
import ToqueCOSE
import ToqueWebAuthn

extension AuthenticatorGetInfo {
    init(_ map: CTAPMap) throws(CTAPStatus) {
        var options: [String: Bool] = [:]
        for (key, value) in try map.optional(4, CTAPValue.map) ?? CBORMap() {
            options[try CTAPValue.text(key)] = try CTAPValue.bool(value)
        }
        self.init(
            versions: try map.required(1, Self.texts),
            aaguid: try map.required(3, AAGUID.init(ctap:)),
            extensions: try map.optional(2, Self.texts) ?? [],
            options: options,
            maxMsgSize: try map.optional(5, CTAPValue.count),
            pinUvAuthProtocols: try map.optional(6) { (item) throws(CTAPStatus) in
                try CTAPValue.array(item, of: CTAPValue.unsigned)
            } ?? [],
            maxCredentialCountInList: try map.optional(7, CTAPValue.count),
            maxCredentialIDLength: try map.optional(8, CTAPValue.count),
            transports: (try map.optional(9, Self.texts) ?? []).map(AuthenticatorTransport.init),
            algorithms: try map.optional(10, Self.algorithms) ?? [],
            maxSerializedLargeBlobArray: try map.optional(11, CTAPValue.count),
            forcePINChange: try map.optional(12, CTAPValue.bool),
            minPINLength: try map.optional(13, CTAPValue.count),
            firmwareVersion: try map.optional(14, CTAPValue.count),
            maxCredBlobLength: try map.optional(15, CTAPValue.count),
            maxRPIDsForSetMinPINLength: try map.optional(16, CTAPValue.count),
            preferredPlatformUvAttempts: try map.optional(17, CTAPValue.count),
            uvModality: try map.optional(18, CTAPValue.unsigned),
            certifications: try map.optional(19, Self.certifications),
            remainingDiscoverableCredentials: try map.optional(20, CTAPValue.count),
            vendorPrototypeConfigCommands: try map.optional(21, Self.numbers),
            attestationFormats: try map.optional(22, Self.texts),
            uvCountSinceLastPinEntry: try map.optional(23, CTAPValue.count),
            longTouchForReset: try map.optional(24, CTAPValue.bool),
            encIdentifier: try map.optional(25, CTAPValue.bytes),
            transportsForReset: (try map.optional(26, Self.texts) ?? []).map(AuthenticatorTransport.init),
            pinComplexityPolicy: try map.optional(27, CTAPValue.bool),
            pinComplexityPolicyURL: try map.optional(28, CTAPValue.bytes),
            maxPINLength: try map.optional(29, CTAPValue.count),
            encCredStoreState: try map.optional(30, CTAPValue.bytes),
            authenticatorConfigCommands: try map.optional(31, Self.numbers))
    }

    private static func texts(_ item: CBOR) throws(CTAPStatus) -> [String] {
        try CTAPValue.array(item, of: CTAPValue.text)
    }

    private static func numbers(_ item: CBOR) throws(CTAPStatus) -> [UInt64] {
        try CTAPValue.array(item, of: CTAPValue.unsigned)
    }

    private static func certifications(_ item: CBOR) throws(CTAPStatus) -> [String: UInt64] {
        var certifications: [String: UInt64] = [:]
        for (key, value) in try CTAPValue.map(item) {
            certifications[try CTAPValue.text(key)] = try CTAPValue.unsigned(value)
        }
        return certifications
    }

    private static func certifications(_ certifications: [String: UInt64]) -> CBOR {
        .map(CBORMap(uniqueEntries: certifications.map { (key: .text($0.key), value: .unsigned($0.value)) }))
    }

    private static func algorithms(_ item: CBOR) throws(CTAPStatus) -> [COSEAlgorithm] {
        try CTAPValue.array(item) { (item) throws(CTAPStatus) in
            let map = try CTAPMap(item)
            return COSEAlgorithm(rawValue: try map.required("alg", orThrow: .cborUnexpectedType, CTAPValue.int))
        }
    }

    var cbor: CBOR {
        let algorithms = algorithms.map { ["alg": .int($0.rawValue), "type": "public-key"] as CBOR }
        let entries = options.map { (key: CBOR.text($0.key), value: CBOR.bool($0.value)) }
        return .map(
            CBORMap(present: [
                (1, .array(versions.map(CBOR.text))),
                (2, Self.list(extensions.map(CBOR.text))),
                (3, .bytes(aaguid.bytes)),
                (4, options.isEmpty ? nil : .map(CBORMap(uniqueEntries: entries))),
                (5, maxMsgSize.map(CBOR.int)),
                (6, Self.list(pinUvAuthProtocols.map(CBOR.unsigned))),
                (7, maxCredentialCountInList.map(CBOR.int)),
                (8, maxCredentialIDLength.map(CBOR.int)),
                (9, Self.list(transports.map { .text($0.rawValue) })),
                (10, Self.list(algorithms)),
                (11, maxSerializedLargeBlobArray.map(CBOR.int)),
                (12, forcePINChange.map(CBOR.bool)),
                (13, minPINLength.map(CBOR.int)),
                (14, firmwareVersion.map(CBOR.int)),
                (15, maxCredBlobLength.map(CBOR.int)),
                (16, maxRPIDsForSetMinPINLength.map(CBOR.int)),
                (17, preferredPlatformUvAttempts.map(CBOR.int)),
                (18, uvModality.map(CBOR.unsigned)),
                (19, certifications.map(Self.certifications)),
                (20, remainingDiscoverableCredentials.map(CBOR.int)),
                (21, vendorPrototypeConfigCommands.map { .array($0.map(CBOR.unsigned)) }),
                (22, attestationFormats.map { .array($0.map(CBOR.text)) }),
                (23, uvCountSinceLastPinEntry.map(CBOR.int)),
                (24, longTouchForReset.map(CBOR.bool)),
                (25, encIdentifier.map(CBOR.bytes)),
                (26, Self.list(transportsForReset.map { .text($0.rawValue) })),
                (27, pinComplexityPolicy.map(CBOR.bool)),
                (28, pinComplexityPolicyURL.map(CBOR.bytes)),
                (29, maxPINLength.map(CBOR.int)),
                (30, encCredStoreState.map(CBOR.bytes)),
                (31, authenticatorConfigCommands.map { .array($0.map(CBOR.unsigned)) }),
            ]))
    }

    /// Lists that would be empty are left out.
    private static func list(_ items: [CBOR]) -> CBOR? { items.isEmpty ? nil : .array(items) }
}
