import CheckoutContracts
import CheckoutPresentation
import PlacetoPayCheckout
import Sandbox
import SoftAuthenticator
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

/// The page's word on the person's last decision; statuses with the session's attempts; webhooks by status and reason.
actor PlacetoPayOutcome: OutcomeDriver {
    let row: OutcomeRow
    let sandbox: PlacetoPayShop
    let passkeys = MemoryCredentialStore()
    private var (session, processURL) = ("", "")

    init(_ row: OutcomeRow, _ sandbox: PlacetoPayShop) {
        self.row = row
        self.sandbox = sandbox
    }

    static func key(_ row: OutcomeRow) -> APIKey { APIKey(id: "site-\(row.number)", secret: "secret-\(row.number)") }

    func begin() async throws {
        try await choose()
        let order = try PlacetoPayShop.order(
            row.amount ?? "165000", allowPartial: row.options.contains("allowPartial"))
        let made = try await sandbox.post("/api/session", order, auth: auth())
        let response = try PlacetoPaySessionResponse(json: made.json)
        session = "\(try #require(response.requestID, "\(made.text)"))"
        processURL = try #require(response.processURL)
    }

    /// On the tenant's clock.
    private func auth() async throws -> JSON {
        sandbox.auth(tenant, seed: PlacetoPayDate.text(try await now()))
    }

    func pay(_ app: OutcomeApp) async throws -> String {
        let view = CheckoutWebView(
            url: processURL, returnURL: "redirection://receipt?return", cancelURL: "https://shop.example/cancel")
        var decision: ApprovalOutcome?
        // A script that ends while the page is open, and an expired page, leave the decision unchanged.
        _ = try? await view.present(at: app.presenter, approval: app.approval) { decision = $0 }
        return decision?.kind.rawValue ?? "none"
    }

    func page() async throws -> String { processURL }
    func object() async throws -> String { session }

    func act(_ verb: String, _ amount: String?) async throws {
        let done = try await sandbox.post("/api/session/\(session)/\(verb)", auth: auth())
        #expect(done.status == 200, "\(done.text)")
    }

    func status() async throws -> String {
        let shown = try await sandbox.post("/api/session/\(session)", auth: auth())
        try #require(shown.status == 200, "\(shown.text)")
        let information = try PlacetoPaySessionInformation(json: shown.json)
        let attempts = Self.counted((information.payment ?? []).map { PlacetoPayShop.text($0.status) })
        return PlacetoPayShop.text(information.status) + (attempts.isEmpty ? "" : ": \(attempts)")
    }

    /// Joins repeated lines into one with their number.
    private static func counted(_ texts: [String]) -> String {
        var runs: [(text: String, count: Int)] = []
        for text in texts {
            if let last = runs.last, last.text == text {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((text, 1))
            }
        }
        return runs.map { $0.text + ($0.count > 1 ? " ×\($0.count)" : "") }.joined(separator: ", ")
    }

    static func text(_ webhook: JSON) throws -> String {
        PlacetoPayShop.text(try PlacetoPayStatus(json: try JSONReader(webhook).member("status").value))
    }
}
