import APIClient
import CheckoutPresentation
import SoftAuthenticator
import Synchronization
import Testing
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

@Suite struct ApprovalClientTests {
    /// A presenter without a person, which records the shown screens.
    private final class Shown: CheckoutPresenter {
        private let list = Mutex<[CheckoutScreen]>([])
        var screens: [CheckoutScreen] { list.withLock { $0 } }
        func present(_ screen: CheckoutScreen) async throws(PresentationError) -> CheckoutAction {
            throw .nobody("nobody is here")
        }
        func show(_ screen: CheckoutScreen) async { list.withLock { $0.append(screen) } }
    }

    /// The page, and a client with an empty authenticator.
    private func withPage<Result>(
        gesture: UserGesture = .approve, clock: any Clock<Duration> = ContinuousClock(),
        _ body: (PageServer, ApprovalClient, Shown) async throws -> Result
    ) async throws -> Result {
        let transport = AsyncHTTPTransport()
        let client = ApprovalClient(
            transport: transport,
            authenticator: SoftAuthenticator(profile: .ios, storage: MemoryCredentialStore()),
            interaction: ScriptedInteraction(gesture), clock: clock)
        do {
            let result = try await PageServer.with { try await body($0, client, Shown()) }
            await transport.shutdown()
            return result
        } catch {
            await transport.shutdown()
            throw error
        }
    }

    @Test("The first approval registers a passkey and signs with it, and the second one only signs")
    func approves() async throws {
        try await withPage { page, client, shown in
            let first = try await client.approve(at: page.url, presenter: shown)
            #expect(first == ApprovalOutcome(kind: .approved, location: "https://loja.example/return"))
            #expect(page.hasPasskey)
            let second = try await client.approve(at: page.url, presenter: shown)
            #expect(second.kind == .approved)
            #expect(page.decisions.map { $0["registration"] == nil } == [false, true])
            let summary = PaymentSummary(
                payee: "Loja Exemplo", amount: ExactDecimal(minorUnits: 1999, exponent: 2), currency: "USD",
                reference: "ord-42")
            #expect(shown.screens == [.confirmation(summary), .confirmation(summary)])
        }
    }

    @Test(
        "Nothing is signed whose challenge is not the hash of what is shown", arguments: PageServer.Tampering.allCases)
    func tampered(tampering: PageServer.Tampering) async throws {
        try await withPage { page, client, shown in
            page.tamper(tampering)
            let error = await #expect(throws: ApprovalError.self) {
                try await client.approve(at: page.url, presenter: shown)
            }
            guard case .challenge = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(page.decisions.isEmpty)
            #expect(!page.hasPasskey)
        }
    }

    @Test("Declining the gesture declines the payment, and signs nothing")
    func gestureDeclined() async throws {
        try await withPage(gesture: .decline) { page, client, shown in
            let outcome = try await client.approve(at: page.url, presenter: shown)
            #expect(outcome == ApprovalOutcome(kind: .declined))
            #expect(page.decisions == [["decision": "decline"]])
        }
    }

    @Test("A gesture that times out signs nothing and decides nothing")
    func gestureMissing() async throws {
        try await withPage(gesture: .timeout, clock: LeapingClock()) { page, client, shown in
            let error = await #expect(throws: ApprovalError.self) {
                try await client.approve(at: page.url, presenter: shown)
            }
            guard case .ceremony(let reason) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(reason.name == .notAllowedError)
            #expect(page.decisions.isEmpty)
        }
    }

    @Test("A refused assertion carries the verdict's code")
    func refused() async throws {
        try await withPage { page, client, shown in
            _ = try await client.approve(at: page.url, presenter: shown)
            page.mistakePayer()
            let outcome = try await client.approve(at: page.url, presenter: shown)
            #expect(outcome == ApprovalOutcome(kind: .refused, code: "user_handle_mismatch"))
        }
    }

    @Test("If a press is enough, no ceremony takes place")
    func press() async throws {
        try await withPage(gesture: .decline) { page, client, shown in
            page.takePress()
            let outcome = try await client.approve(at: page.url, presenter: shown)
            #expect(outcome.kind == .approved)
            #expect(page.decisions == [["decision": "approve"]])
            #expect(shown.screens.count == 1)
        }
    }

    @Test("The payer declines or leaves without a ceremony")
    func declines() async throws {
        try await withPage { page, client, _ in
            #expect(try await client.decline(at: page.url) == ApprovalOutcome(kind: .declined))
            let left = try await client.decline(at: page.url, leaving: true)
            #expect(left == ApprovalOutcome(kind: .canceled, location: "https://loja.example/cancel"))
            #expect(page.decisions == [["decision": "decline"], ["decision": "cancel"]])
        }
    }

    @Test("An expired page, an unknown page and a missing server are different errors")
    func refusals() async throws {
        try await withPage { page, client, shown in
            func error(_ url: String) async -> String {
                do {
                    return "\(try await client.approve(at: url, presenter: shown))"
                } catch {
                    return "\(error)"
                }
            }
            #expect(await error(page.url + "B") == "the page answers 404 not_found")
            page.end()
            #expect(await error(page.url) == "the page answers 410 expired")
            #expect(await error("app://pix/AA") == #""app://pix/AA" is not an http or https URL"#)
            #expect(await error("http://127.0.0.1:1/pix/AA").hasPrefix("http://127.0.0.1:1: no answer"))
        }
    }
}
