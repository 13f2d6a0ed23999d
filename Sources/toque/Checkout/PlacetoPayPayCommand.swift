import APIClient
import ArgumentParser
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
            try report(decision, isOver: await isOver(transport))
        }
    }

    /// Whether the page takes no decision any more. A failed attempt ends no session.
    private func isOver(_ transport: AsyncHTTPTransport) async -> Bool {
        guard let (server, path) = ServerURL.locate(processURL),
            let answer = try? await transport.send(APIRequest(.get, path), to: server)
        else { return false }
        return [409, 410].contains(answer.status)
    }

    private func report(_ decision: ApprovalOutcome?, isOver: Bool) throws {
        let isPaid = isOver && decision?.kind == .approved
        if presentation.json {
            let json: JSON = [
                "decision": .text(decision?.kind.rawValue), "code": .text(decision?.code),
                "location": .text(decision?.location), "over": .bool(isOver),
            ]
            try Console.standard.result(json.serialized(pretty: true))
        } else if isPaid {
            try Console.standard.result("paid")
        }
        guard isOver, let decision else {
            throw CommandError(.notKnownYet, "the session goes on", try: "the merchant's server, which has its status")
        }
        if !isPaid { throw CommandError(.failed, decision.kind.rawValue) }
    }
}
