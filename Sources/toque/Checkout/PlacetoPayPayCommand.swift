import APIClient
import ArgumentParser
import CheckoutContracts
import CheckoutPresentation
import PlacetoPayCheckout
import ToqueEncoding

struct PlacetoPayPayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "placetopay",
        abstract: "Pay on a session's page of PlacetoPay's Checkout.",
        discussion: """
            The merchant's server creates the session and asks for its outcome; the device has neither login nor \
            secret. Exit code 4: the session goes on.

            Example: toque checkout pay placetopay --process-url "$PROCESS_URL" --return-url shop://return \
            --script authorize --gesture approve
            """)

    @Option(name: .customLong("process-url"), help: .init("The session's processUrl. Required.", valueName: "url"))
    var processURL: String

    @Option(name: .customLong("return-url"), help: .init("The session's returnUrl. Required.", valueName: "url"))
    var returnURL: String

    @Option(name: .customLong("cancel-url"), help: .init("The session's cancelUrl.", valueName: "url"))
    var cancelURL: String?

    @OptionGroup var presentation: ScreenOptions
    @OptionGroup var authenticator: AuthenticatorOptions

    func validate() throws {
        guard ServerURL.locate(processURL) != nil else {
            throw ValidationError("--process-url: found \(processURL.quoted), expected an http or https URL")
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

    private static let merchant = "the merchant's server, which has the session's status"

    /// The status is the session's, as the page told it after the last decision: who approves may have been declined by
    /// the bank, have paid a part, or wait for the bank.
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
        case .rejected, .partialExpired, .failed: throw CommandError(.failed, decision?.status ?? "")
        case .pending, .pendingConfirmation, .approvedPartial, .ok:
            throw CommandError(.notKnownYet, "the session goes on", try: Self.merchant)
        case nil: throw CommandError(.notKnownYet, "the page told no status", try: Self.merchant)
        }
    }
}
