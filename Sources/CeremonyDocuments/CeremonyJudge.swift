import RelyingParty
import Synchronization
import ToqueCrypto
import ToqueEncoding

/// Judges the ceremonies of one input. They name the same trust anchors and often the same chains again and again, so
/// each recently used one is read and judged once.
struct CeremonyJudge: Sendable {
    private let base: VerificationPolicy
    /// All ceremonies share its memory of chains; each has its own policy.
    private let relyingParty: RelyingParty
    private let anchors = KnownAnchors()

    /// - Parameter base: applies where a document's own policy says nothing.
    init(over base: VerificationPolicy) {
        self.base = base
        relyingParty = RelyingParty(policy: base)
    }

    /// The verdict on a document's JSON. Unreadable documents are invalid.
    func verdict(on json: JSON) -> CeremonyVerdict {
        do throws(JSONMemberError) {
            return try CeremonyDocument(json: json, over: base, anchors: anchors).judge(with: relyingParty)
        } catch {
            return CeremonyVerdict(
                id: json["id"]?.stringValue, failure: VerificationFailure(Self.code(of: error), "\(error)"),
                expected: json["expected"].flatMap { (json) in try? Expectation(JSONReader(json, path: "expected")) })
        }
    }

    /// Chosen by the document's member that contains the error.
    private static func code(of error: JSONMemberError) -> VerdictCode {
        switch error.path.prefix(while: { $0 != "." && $0 != "[" }) {
        case "options": .malformedOptions
        case "response": .malformedResponse
        case "trustAnchors": .malformedTrustAnchor
        default: .malformedCeremony
        }
    }
}

/// The trust anchors of documents, by their text, so that thousands of documents share one reading.
final class KnownAnchors: Sendable {
    private let certificates = Mutex(RecentValues<String, [Certificate]>(capacity: 64))

    /// The certificates of one member of `trustAnchors`.
    /// - Throws: why its text is not a certificate.
    func certificates(_ reader: JSONReader) throws(JSONMemberError) -> [Certificate] {
        let text = try reader.string()
        if let known = certificates.withLock({ $0.value(for: text) }) { return known }
        let read = try reader.certificates()
        certificates.withLock { $0.insert(read, for: text) }
        return read
    }
}
