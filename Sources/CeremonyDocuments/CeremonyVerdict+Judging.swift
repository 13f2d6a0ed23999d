import RelyingParty
import ToqueEncoding

extension CeremonyVerdict {
    /// The verdict on a document's JSON. Unreadable documents are invalid.
    /// - Parameters:
    ///   - json: a ceremony document.
    ///   - base: applies where the document's own policy says nothing.
    public init(judging json: JSON, over base: VerificationPolicy = CeremonyDocument.basePolicy) {
        self = CeremonyJudge(over: base).verdict(on: json)
    }

    /// The verdict on text that is not JSON.
    public init(unreadable text: [UInt8], _ reason: String) {
        self.init(id: Self.identifier(in: text), failure: VerificationFailure(.malformedCeremony, reason))
    }

    /// The id in text that is not JSON, if it is the first member as in most documents.
    private static func identifier(in text: [UInt8]) -> String? {
        guard let name = text.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        var quotes = 0
        var isEscaped = false
        for (index, byte) in text.enumerated().dropFirst(name) {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "\""): quotes += 1
            default: break
            }
            // The quotes of the name and of the value.
            if quotes == 4 {
                let start = text[...index] + [UInt8(ascii: "}")]
                return (try? JSON(parsing: Array(start)))?["id"]?.stringValue
            }
        }
        return nil
    }
}
