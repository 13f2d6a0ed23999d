import ToqueCBOR
import ToqueEncoding

extension Verification {
    /// Step 28 of section 7.1, step 23 of section 7.2: the policy judges outputs that were not requested.
    mutating func verifyExtensions(
        client: JSONObject, authenticator: CBORMap?, requested: JSONObject
    ) throws(VerificationFailure) {
        guard !client.isEmpty || authenticator != nil else { return }
        // A set, so that many names do not take quadratic time; of bytes, because Swift considers different strings
        // equal.
        let requested = Set(requested.names.map { Array($0.utf8) })
        let unsolicited =
            client.names.first { !requested.contains(Array($0.utf8)) }
            ?? authenticator?.entries.map(\.key).first { !Self.isRequested($0, in: requested) }.map(Self.name)
        try check(
            .extensions, unsolicited == nil, .extensionNotRequested,
            "extension \((unsolicited ?? "").quoted) was not requested", reaction: policy.unsolicitedExtensions)
    }

    /// Authenticator extensions that a client input of another name requests (sections 10.1.4 and CTAP 2.3 section 12).
    private static let clientNames: [String: [String]] = [
        "hmac-secret": ["prf", "hmacCreateSecret", "hmacGetSecret"],
        "hmac-secret-mc": ["prf", "hmacGetSecret"],
        "credProtect": ["credentialProtectionPolicy"],
        "credBlob": ["credBlob", "getCredBlob"],
        "thirdPartyPayment": ["payment"],
    ]

    private static func name(_ identifier: CBOR) -> String { identifier.textValue ?? identifier.kind }

    private static func isRequested(_ identifier: CBOR, in requested: Set<[UInt8]>) -> Bool {
        guard let name = identifier.textValue else { return false }
        return (clientNames[name] ?? [name]).contains { requested.contains(Array($0.utf8)) }
    }
}
