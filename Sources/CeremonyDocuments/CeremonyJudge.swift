import RelyingParty
import Synchronization
import ToqueCrypto
import ToqueEncoding

/// Judges the ceremonies of one input. They name the same trust anchors and often the same chains again and again: each
/// of those used last is read and judged once.
struct CeremonyJudge: Sendable {
    private let base: VerificationPolicy
    /// Whose memory of chains all ceremonies share; each has a policy of its own.
    private let relyingParty: RelyingParty
    private let anchors = KnownAnchors()

    /// - Parameter base: what holds where a document's own policy says nothing.
    init(over base: VerificationPolicy) {
        self.base = base
        relyingParty = RelyingParty(policy: base)
    }

    /// The verdict on a document's JSON; what cannot be read is invalid.
    func verdict(on json: JSON) -> CeremonyVerdict {
        do throws(JSONMemberError) {
            return try CeremonyDocument(json: json, over: base, anchors: anchors).judge(with: relyingParty)
        } catch {
            return CeremonyVerdict(
                id: json["id"]?.stringValue, failure: VerificationFailure(Self.code(of: error), "\(error)"),
                expected: json["expected"].flatMap { (json) in try? Expectation(JSONReader(json, path: "expected")) })
        }
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

/// The trust anchors of documents, by their text, so that those of thousands of documents are read once.
final class KnownAnchors: Sendable {
    private let certificates = Mutex(RecentValues<String, [Certificate]>(capacity: 64))

    /// The certificates of one member of `trustAnchors`.
    /// - Throws: what its text is not.
    func certificates(_ reader: JSONReader) throws(JSONMemberError) -> [Certificate] {
        let text = try reader.string()
        if let known = certificates.withLock({ $0.value(for: text) }) { return known }
        let read = try reader.certificates()
        certificates.withLock { $0.insert(read, for: text) }
        return read
    }
}
