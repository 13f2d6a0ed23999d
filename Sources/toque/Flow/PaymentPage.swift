import APIClient
import CheckoutPresentation
import ToqueEncoding

/// A page for a payer's decision, as commands use it.
struct PaymentPage {
    private let url: String
    private let transport: any HTTPTransport
    /// True if it requires a passkey; otherwise a button suffices.
    private let asksForPasskey: Bool

    /// - Returns: nil unless the page is that of an open payment.
    init?(at url: String, _ transport: any HTTPTransport) async {
        let request = { APIRequest(.get, $0, headers: [("Accept", "text/html, application/json")]) }
        guard let (server, path) = ServerURL.locate(url),
            let answer = try? await transport.send(request(path), to: server), answer.status == 200,
            let page = try? answer.json(), page["payee"] != nil
        else { return nil }
        self.url = url
        self.transport = transport
        asksForPasskey = page["authentication"] != nil
    }

    /// Shows the payment, asks for the gesture and approves.
    func approve(by options: AuthenticatorOptions) async throws -> ApprovalOutcome {
        let client: ApprovalClient
        if asksForPasskey {
            let interaction = try options.interaction()
            client = ApprovalClient(
                transport: transport, authenticator: try await options.make(interaction), interaction: interaction)
        } else {
            client = ApprovalClient(transport: transport)
        }
        do throws(ApprovalError) {
            return try await client.approve(at: url, presenter: TerminalPresenter())
        } catch {
            // The authenticator's own error, which has its hints.
            if case .ceremony(let error) = error { throw error }
            throw error
        }
    }

    func decline() async throws -> ApprovalOutcome { try await ApprovalClient(transport: transport).decline(at: url) }
}
