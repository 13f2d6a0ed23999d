import RelyingParty
import ToqueEncoding
import ToqueWebAuthn

extension PixFault {
    /// Faults of the client data, for both kinds of ceremony: steps 5 to 11 of section 7.1, 8 to 14 of section 7.2.
    static var ofClientData: [PixFault] {
        [
            PixFault("client-data-cut-short", .malformedClientData, "clientDataJSON ends too early") {
                $0.edits.clientDataJSON = { $0.removeLast() }
            },
            PixFault("client-data-trailing", .malformedClientData, "a zero byte follows the client data's JSON") {
                $0.edits.clientDataJSON = { $0.append(0) }
            },
            PixFault("client-data-duplicate", .malformedClientData, "the client data have origin twice") {
                $0.edits.clientDataJSON = { $0 = $0.dropLast() + #","origin":"https://belvo.com"}"#.utf8 }
            },
            PixFault("client-data-not-utf8", .malformedClientData, "the client data are not UTF-8") {
                $0.edits.clientDataJSON = { $0 = $0.dropLast() + #","text":""#.utf8 + [0xFF] + #""}"#.utf8 }
            },
            PixFault("client-data-without-challenge", .malformedClientData, "the client data have no challenge") {
                $0.edits.clientDataJSON = {
                    var json = try JSON(parsing: $0)
                    json.set("challenge", nil)
                    $0 = json.utf8
                }
            },
            PixFault("other-challenge", .challengeMismatch, "the challenge is another ceremony's") {
                $0.clientData.challenge = Base64URL.encode([UInt8](repeating: 0, count: 32))
            },
            PixFault("padded-challenge", .challengeMismatch, "the challenge is padded, which base64url here is not") {
                $0.clientData.challenge += "="
            },
            PixFault("other-origin", .originNotAllowed, "the origin is another domain, that begins like the right one")
            {
                $0.clientData.origin = "https://belvo.com.example"
            },
            PixFault("insecure-origin", .originNotAllowed, "the origin is the right domain without TLS") {
                $0.clientData.origin = "http://belvo.com"
            },
            PixFault(
                "cross-origin", .crossOriginNotAllowed, "the page was embedded by one of another origin",
                unless: { $0.allowCrossOrigin = true }
            ) { $0.clientData.crossOrigin = true },
            PixFault(
                "other-top-origin", .topOriginNotAllowed,
                "the page was embedded by one of an origin that is not listed",
                unless: { $0.topOrigins.append("https://merchant.example") }
            ) {
                $0.clientData.crossOrigin = true
                $0.clientData.topOrigin = "https://merchant.example"
                $0.policy.allowCrossOrigin = true
            },
            PixFault("top-origin-alone", .topOriginNotAllowed, "topOrigin stands where crossOrigin is false") {
                $0.clientData.topOrigin = "https://merchant.example"
                $0.policy.topOrigins = ["https://merchant.example"]
            },
        ]
    }
}
