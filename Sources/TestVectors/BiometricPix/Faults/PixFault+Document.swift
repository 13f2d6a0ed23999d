import RelyingParty
import ToqueEncoding

extension PixFault {
    /// Faults of the ceremony's document, for both kinds of ceremony.
    static var ofDocument: [PixFault] {
        [
            PixFault("unknown-policy-member", .malformedCeremony, "the policy has a member that is misspelled") {
                $0.edits.document = { $0.set("policy", ["userPresense": "required"]) }
            },
            PixFault("without-origins", .malformedCeremony, "the document names no origin") {
                $0.edits.document = { $0.set("origins", nil) }
            },
            PixFault("options-without-challenge", .malformedOptions, "the options have no challenge") {
                $0.edits.document = { $0.change("options") { $0.set("challenge", nil) } }
            },
            PixFault("options-timeout-negative", .malformedOptions, "the options' timeout is negative") {
                $0.edits.document = { $0.change("options") { $0.set("timeout", -1) } }
            },
            PixFault("response-other-raw-id", .malformedResponse, "rawId is another than id") {
                $0.edits.document = { $0.change("response") { $0.set("rawId", "AAAA") } }
            },
            PixFault("response-other-type", .malformedResponse, "type is not public-key") {
                $0.edits.document = { $0.change("response") { $0.set("type", "password") } }
            },
            PixFault("response-padded", .malformedResponse, "clientDataJSON is padded base64url") {
                $0.edits.document = {
                    $0.change("response") {
                        $0.change("response") { response in
                            response.change("clientDataJSON") { $0 = .string(($0.stringValue ?? "") + "=") }
                        }
                    }
                }
            },
            PixFault(
                "response-trailing-bits", .malformedResponse, "the last character of id has bits that mean nothing"
            ) {
                // "AB" is the byte 0 and four nonzero bits.
                $0.edits.document = {
                    $0.change("response") {
                        $0.set("id", "AB")
                        $0.set("rawId", "AB")
                    }
                }
            },
            PixFault("trust-anchor-no-certificate", .malformedTrustAnchor, "a trust anchor is no certificate") {
                $0.edits.document = { $0.set("trustAnchors", ["MAA="]) }
            },
        ]
    }
}
