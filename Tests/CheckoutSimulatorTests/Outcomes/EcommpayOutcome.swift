import CheckoutContracts
import Sandbox
import SoftAuthenticator
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import CheckoutSimulator
@testable import ecommpaySDK

/// Statuses with the code of the last operation, if it has one; webhooks by the payment's status.
actor EcommpayOutcome: OutcomeDriver {
    let row: OutcomeRow
    let sandbox: EcommpaySandbox
    let passkeys = MemoryCredentialStore()
    private var options: EcommpayPaymentOptions

    private static let secret = SecretBytes(copying: "your_secret".utf8)

    init(_ row: OutcomeRow, _ sandbox: EcommpaySandbox) {
        self.row = row
        self.sandbox = sandbox
        let action = row.options.first.flatMap { EcommpayPaymentOptions.Action(rawValue: $0.lowercased()) }
        options = EcommpaySandbox.options(
            amount: row.amount.flatMap { Int($0) } ?? 1999, action: action ?? .sale)
    }

    static func key(_ row: OutcomeRow) -> APIKey { APIKey(id: "\(1000 + row.number)", secret: "your_secret") }

    func begin() async throws {
        options.projectID = try #require(Int(tenant.id))
        options.signature = EcommpaySignature.sign(options.stringToSign, key: Self.secret)
        try await choose()
    }

    func pay(_ app: OutcomeApp) async throws -> String {
        let sdk = EcommpaySDK(
            server: app.server, transport: app.transport, authenticator: app.authenticator,
            interaction: app.interaction, clock: app.clock, polling: app.polling)
        let result = await sdk.presentPayment(at: app.presenter, contract: options)
        return "\(result.status)" + (result.error.map { " \($0.codeString)" } ?? "")
    }

    func object() async throws -> String { options.paymentID }

    func act(_ verb: String, _ amount: String?) async throws {
        let sum = amount.flatMap { Int($0) }.map { JSON.object(["amount": .int($0), "currency": "USD"]) }
        let done = try await gate("card/\(verb)", sum)
        #expect(done.status == 200, "\(done.text)")
    }

    func status() async throws -> String {
        let answer = try await gate("status")
        guard answer.status == 200 else { return "none" }
        let code = answer.json["operations"]?.arrayValue?.last?["code"]?.stringValue
        return [answer.json["payment"]?["status"]?.stringValue, code].compactMap { $0 }.joined(separator: " ")
    }

    func isWaiting() async throws -> Bool {
        guard try await status() != "none" else { return false }
        return try await webhooks().count >= row.webhooks.count - 1
    }

    private func gate(_ path: String, _ payment: JSON? = nil) async throws -> SandboxAnswer {
        var body: JSONObject = [
            "general": ["project_id": .int(options.projectID), "payment_id": .string(options.paymentID)]
        ]
        body["payment"] = payment
        body = EcommpaySignature.signing(gateRequest: body, key: Self.secret)
        return try await sandbox.post("/v2/payment/\(path)", .object(body))
    }

    static func text(_ webhook: JSON) throws -> String {
        try JSONReader(webhook).member("payment").member("status").string()
    }
}
