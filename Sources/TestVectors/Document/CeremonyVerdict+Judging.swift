import RelyingParty
import ToqueEncoding

extension CeremonyVerdict {
    /// The verdict on a document's JSON; what cannot be read is invalid.
    /// - Parameter base: what holds where the document's own policy says nothing.
    public init(judging json: JSON, over base: VerificationPolicy = CeremonyDocument.basePolicy) {
        do throws(JSONMemberError) {
            self = try CeremonyDocument(json: json, over: base).judge()
        } catch {
            self.init(
                id: json["id"]?.stringValue, failure: VerificationFailure(Self.code(of: error), "\(error)"),
                expected: json["expected"].flatMap { (json) in try? Expectation(JSONReader(json, path: "expected")) })
        }
    }

    /// The verdict on a text that is no JSON.
    public init(unreadable message: String, id: String?) {
        self.init(id: id, failure: VerificationFailure(.malformedCeremony, message))
    }

    /// By the member of the document that the error is in.
    private static func code(of error: JSONMemberError) -> VerdictCode {
        switch error.path.prefix(while: { $0 != "." && $0 != "[" }) {
        case "options": .malformedOptions
        case "response": .malformedResponse
        case "trustAnchors": .malformedTrustAnchor
        default: .malformedCeremony
        }
    }
}
