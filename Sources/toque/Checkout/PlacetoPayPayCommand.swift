import APIClient
import ArgumentParser
import CheckoutContracts
import CheckoutPresentation
import PlacetoPayCheckout
import ToqueEncoding

struct PlacetoPayPayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "placetopay",
        abstract: "Pay on the page of a PlacetoPay session.",
        discussion: """
            The merchant's server creates the session and asks for its outcome. The device has neither login nor \
            secret. Exit code 4: the session is still open.

            Example: toque checkout pay placetopay --process-url "$PROCESS_URL" --return-url shop://return \
            --script authorize --gesture approve
            """)

    @Option(
        name: .customLong("process-url"),
        help: .init("Open this page, the session's processUrl. Required.", valueName: "url"))
    var processURL: String

    @Option(
        name: .customLong("return-url"),
        help: .init("End at this URL, the session's returnUrl. Required.", valueName: "url"))
    var returnURL: String

    @Option(
        name: .customLong("cancel-url"), help: .init("Cancel at this URL, the session's cancelUrl.", valueName: "url"))
    var cancelURL: String?

    @OptionGroup var presentation: ScreenOptions
    @OptionGroup var authenticator: AuthenticatorOptions

    func validate() throws {
        guard ServerURL.locate(processURL) != nil else {
            throw CommandError.invalid("--process-url", processURL, expected: "an http or https URL")
        }
    }

    func run() async throws {
        let presenter = try presentation.presenter()
        let interaction = try authenticator.interaction()
        let passkeys = try await authenticator.make(interaction)
        try await withTransport { transport in
            let approval = ApprovalClient(
                transport: transport, authenticator: passkeys, interaction: interaction)
            let view = CheckoutWebView(url: processURL, returnURL: returnURL, cancelURL: cancelURL)
            var decision: ApprovalOutcome?
            do {
                _ = try await view.present(at: presenter, approval: approval) { decision = $0 }
            } catch let error as ApprovalError {
                Console.standard.progress("\(error)".onOneLine)
            } catch let error as PresentationError {
                Console.standard.progress("\(error)".onOneLine)
            }
            await presenter.finish()
            try report(decision)
        }
    }

    private static let merchant = "ask the merchant's server, which has the session's status"

    /// The session's status, from the page after the last decision: despite the approval, the bank may have declined,
    /// the payer may have paid a part, or the payment may be pending.
    private func report(_ decision: ApprovalOutcome?) throws {
        let status = decision?.status.flatMap(PlacetoPayStatus.Word.init)
        if presentation.json {
            let json: JSON = [
                "decision": .text(decision?.kind.rawValue), "code": .text(decision?.code),
                "location": .text(decision?.location), "status": .text(decision?.status),
            ]
            try Console.standard.result(json.serialized(pretty: true))
        } else if status == .approved {
            try Console.standard.result("paid")
        }
        switch status {
        case .approved: return
        case .rejected, .partialExpired, .failed: throw CommandError(.paymentFailed, decision?.status ?? "")
        case .pending, .pendingConfirmation, .approvedPartial, .ok:
            throw CommandError(.notKnownYet, "the session goes on", hint: Self.merchant)
        case nil: throw CommandError(.notKnownYet, "the page told no status", hint: Self.merchant)
        }
    }
}
