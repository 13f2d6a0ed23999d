import Testing
import ToqueTestSupport

@testable import RelyingParty

@Suite("Assertions of real authenticators", .enabled(if: Corpora.isAvailable, RealCeremonies.comment))
struct RealAssertionTests {
    /// The expected code of each assertion; nil for a valid one.
    static let assertions: [(id: String, code: VerdictCode?)] = [
        ("simple-assertion-01", nil),
        ("simple-assertion-02-neg", .challengeMismatch),
        ("simple-assertion-03-neg", .originNotAllowed),
        ("simple-assertion-04-neg", .rpIDHashMismatch),
        ("simple-assertion-05-neg", .counterRegressed),
        ("simple-assertion-06-neg", .userNotVerified),
        ("simple-assertion-07", nil),
        ("simple-assertion-08", nil),
        ("simple-assertion-09-neg", .badSignature),
        // Its signature is valid, but AT is set (section 6.1).
        ("go-assertion-01", .attestedCredentialUnexpected),
    ]

    @Test("The table lists every real assertion of the corpus")
    func theTableHasThemAll() throws {
        #expect(try RealCeremonies.ids("assertions") == Self.assertions.map(\.id))
    }

    @Test("A real assertion gets the verdict in the table", arguments: assertions)
    func asExpected(_ id: String, _ code: VerdictCode?) throws {
        let vector = try RealCeremonies.vector("assertions", id)
        let verdict = RelyingParty(policy: try vector.policy()).verify(try vector.assertion())
        #expect(verdict.failure?.code == code, "\(String(describing: verdict.failure))")
        #expect(verdict.isValid == (code == nil))
    }
}
