import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

extension Verification {
    /// Steps 5 to 11 of section 7.1, steps 8 to 14 of section 7.2.
    mutating func verifyClientData(
        _ clientDataJSON: [UInt8], types: [String], challenge: [UInt8]
    ) throws(VerificationFailure) {
        // 5, 6 (8, 9). Decode UTF-8 and parse the JSON.
        let data = try parse(.clientData, .malformedClientData) { try CollectedClientData(parsing: clientDataJSON) }
        // 7 (10). C.type
        try check(
            .type, types.contains(data.type), .typeMismatch,
            "type is \(data.type.quoted), expected \(types.joined(separator: " or "))")
        // 8 (11). C.challenge is the base64url text of the challenge that was sent. Strict decoding gives each
        // challenge one text. If the caller has no challenge, because the session has ended for example, no text
        // matches.
        try check(
            .challenge,
            !challenge.isEmpty && Base64URL.decode(data.challenge)?.constantTimeEquals(challenge) == true,
            .challengeMismatch,
            "challenge is not the one of the options")
        // 9 (12). C.origin
        let origins = policy.origins
        try check(
            .origin, origins.contains(where: data.origin.isIdentical), .originNotAllowed,
            "origin is \(data.origin.quoted), expected \(origins.joined(separator: " or "))")
        // 10 (13). C.crossOrigin
        let isCrossOrigin = data.crossOrigin == true
        try check(
            .crossOrigin, !isCrossOrigin || policy.allowCrossOrigin, .crossOriginNotAllowed,
            "crossOrigin is true, and the policy does not allow it")
        // 11 (14). C.topOrigin, which a client sets only beside a true crossOrigin (section 5.8.1).
        try check(
            .topOrigin,
            data.topOrigin.map { isCrossOrigin && policy.topOrigins.contains(where: $0.isIdentical) } ?? true,
            .topOriginNotAllowed,
            isCrossOrigin
                ? "topOrigin is \((data.topOrigin ?? "").quoted), which the policy does not list"
                : "topOrigin stands where crossOrigin is not true")
    }
}
