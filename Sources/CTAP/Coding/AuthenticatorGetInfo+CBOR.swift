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
            versions: try map.required(1, Self.texts), aaguid: try map.required(3, AAGUID.init(ctap:)),
            extensions: try map.optional(2, Self.texts) ?? [], options: options,
            maxMsgSize: try map.optional(5, CTAPValue.count),
            pinUvAuthProtocols: try map.optional(6) { (item) throws(CTAPStatus) in
                try CTAPValue.array(item, of: CTAPValue.unsigned)
            } ?? [],
            maxCredentialCountInList: try map.optional(7, CTAPValue.count),
            maxCredentialIDLength: try map.optional(8, CTAPValue.count),
            transports: (try map.optional(9, Self.texts) ?? []).map(AuthenticatorTransport.init),
            algorithms: try map.optional(10, Self.algorithms) ?? [],
            forcePINChange: try map.optional(12, CTAPValue.bool), minPINLength: try map.optional(13, CTAPValue.count),
            firmwareVersion: try map.optional(14, CTAPValue.count),
            remainingDiscoverableCredentials: try map.optional(20, CTAPValue.count))
    }

    private static func texts(_ item: CBOR) throws(CTAPStatus) -> [String] {
        try CTAPValue.array(item, of: CTAPValue.text)
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
                (1, .array(versions.map(CBOR.text))), (2, Self.list(extensions.map(CBOR.text))),
                (3, .bytes(aaguid.bytes)),
                (4, options.isEmpty ? nil : .map(CBORMap(uniqueEntries: entries))),
                (5, maxMsgSize.map(CBOR.int)), (6, Self.list(pinUvAuthProtocols.map(CBOR.unsigned))),
                (7, maxCredentialCountInList.map(CBOR.int)), (8, maxCredentialIDLength.map(CBOR.int)),
                (9, Self.list(transports.map { .text($0.rawValue) })), (10, Self.list(algorithms)),
                (12, forcePINChange.map(CBOR.bool)), (13, minPINLength.map(CBOR.int)),
                (14, firmwareVersion.map(CBOR.int)), (20, remainingDiscoverableCredentials.map(CBOR.int)),
            ]))
    }

    /// Lists that would be empty are left out.
    private static func list(_ items: [CBOR]) -> CBOR? { items.isEmpty ? nil : .array(items) }
}
