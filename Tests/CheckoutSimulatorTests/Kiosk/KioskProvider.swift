import Sandbox
import SandboxKit
import ToqueCrypto
import ToqueEncoding

@testable import CheckoutSimulator

/// A provider with two pages, and with requests and webhooks that are signed with the key's secret.
struct KioskProvider: PayerProvider {
    static let key = APIKey(id: "7", secret: "kiosk_secret")
    static let signature = "X-Signature"

    let name = "kiosk"
    let defaultKey = Self.key
    let keepsKeySecrets = true
    let guide = ProviderGuide(title: "Kiosk", curl: { url, _ in url })
    let scenarios = KioskScenario.catalog.engineScenarios
    let indexes = [PayerApproval.index]
    let actions = Self.payerActions(on: [KioskPayment.kind])
    let payerAuthorization: PayerAuthorization
    let process = KioskProcess()
    let rules = ScenarioRules<KioskScenario>(fallback: nil)
    let page = PayerPage(path: "kiosk/{object}/{handle}", title: "Kiosk", canCancel: true)
    /// Whether a refused ceremony leaves the payment unchanged.
    var isPatient = false

    init(_ authorization: PayerAuthorization = .passkey, isPatient: Bool = false) {
        payerAuthorization = authorization
        self.isPatient = isPatient
    }

    var models: [any StoredModel.Type] { Self.payerModels + [KioskPayment.self] }
    var processes: [any ScenarioProcess] { [process] }

    func plant(_ transaction: Transaction) throws { try PayerSeeds.plant(transaction) }
    func check(_ request: SandboxRequest) throws(SandboxError) { try CardData.refuse(request) }

    var routes: [Route] {
        payerRoutes(page) + [
            Route("POST", "payments", access: .provider(Self.tenant)) { try await make($0) },
            Route("GET", "payments/{id}", access: .provider(Self.tenant)) { request in
                let id = request.parameter("id")
                return try await request.read { .json(try KioskPayment.existing(id, $0).shown(nil)) }
            },
        ]
    }

    /// The key's ID, a colon and the signature of the body.
    @Sendable private static func tenant(of request: SandboxRequest) throws -> String {
        let parts = (request.header(signature) ?? "").split(separator: ":").map(String.init)
        guard parts.count == 2, let given = Hex.decode(parts[1]),
            let secret = request.engine.store.keySecret(of: parts[0]),
            HMAC.sha256(key: secret.bytes, message: request.body).constantTimeEquals(given)
        else { throw SandboxError(status: 401, code: "authentication_failed", message: "Wrong signature.") }
        return parts[0]
    }

    private func make(_ request: SandboxRequest) async throws -> SandboxResponse {
        let body = try request.decode { (json) throws(JSONMemberError) in json }
        let made: SandboxResponse? = try await request.write { transaction in
            // Throwing here would undo the count of refused requests.
            guard let scenario = try rules.admit(.payment, header: request.scenario, others: [], transaction) else {
                return nil
            }
            var payment = KioskPayment(
                id: try transaction.random().uuid(), amount: body["amount"]?.stringValue ?? "1.00", currency: "BRL",
                returnURL: body["return_url"]?.stringValue, scenario: scenario)
            try process.begin(&payment, transaction)
            let approval = try PayerApproval.open(
                for: payment.id, amount: payment.amount, currency: payment.currency, reference: "order-1",
                expiresAt: transaction.now + process.durations.decision, transaction)
            return SandboxResponse.json(payment.shown(approval.url(page, publicURL: request.publicURL)), status: 201)
        }
        guard let made else { throw SandboxError.unavailable }
        return made
    }

    func refusal(of approval: PayerApproval, _ transaction: ReadTransaction) throws -> PayerRefusal? {
        switch try KioskPayment.existing(approval.object, transaction).state {
        case .pending: nil
        case .expired: .over
        case .paid, .declined, .canceled, .failed: .decided
        }
    }

    func decide(
        _ decision: PayerDecision, on approval: PayerApproval, publicURL: String, _ transaction: Transaction
    ) throws -> PayerReturn {
        var payment = try KioskPayment.existing(approval.object, transaction)
        let event: KioskPayment.Event =
            switch decision {
            case .approved: .paid
            case .declined: .declined
            case .canceled: .canceled
            case .refused: .failed
            }
        if decision.verdict == nil || !isPatient {
            try process.require(event, to: &payment, message: decision.verdict?.rawValue, transaction)
        }
        return PayerReturn(location: payment.returnURL)
    }

    func perform(
        _ action: String, on object: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        guard try performPayerAction(action, on: object, publicURL: publicURL, transaction) else {
            throw SandboxError.unknownAction(action)
        }
        return try KioskPayment.existing(object, transaction).shown(nil)
    }

    func request(for webhook: OutgoingWebhook) throws -> WebhookRequest {
        var request = WebhookRequest(webhook)
        guard let secret = webhook.keySecret else { throw SandboxError.notFound("no secret") }
        request.headers.append((Self.signature, Hex.encode(HMAC.sha256(key: secret.bytes, message: request.body))))
        return request
    }

    func errorBody(_ error: SandboxError, requestID: String, at now: Timestamp) -> JSON {
        ["code": .string(error.code), "message": .string(error.message), "field": .text(error.field)]
    }

    func openAPI(publicURL: String) -> JSON { [:] }
}
