import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

extension YunoProvider {
    static let sessionsPath = "v1/checkout/sessions"

    /// Checkout sessions, for the merchant's server.
    var sessionRoutes: [Route] {
        [
            Route("POST", Self.sessionsPath, access: .yunoMerchant) { try await createSession($0) },
            Route("GET", "\(Self.sessionsPath)/{session}", access: .yunoMerchant) { request in
                let id = request.parameter("session")
                let record = try await request.read { try YunoSessionRecord.open(id, $0) }
                return .json(record.session.json).assuming(Behavior.yunoSession)
            },
            Route("GET", "\(Self.sessionsPath)/{session}/payment-methods", access: .yunoMerchant) { request in
                let id = request.parameter("session")
                let record = try await request.read { try YunoSessionRecord.open(id, $0) }
                return .json(Self.methods(of: record.session)).assuming(Behavior.yunoPaymentMethods)
            },
        ]
    }

    private func createSession(_ request: SandboxRequest) async throws -> SandboxResponse {
        let body: CreateYunoSessionRequest = try request.body()
        if let url = body.callbackURL, let expected = ReturnURL.problem(of: url) {
            throw SandboxError.invalid("callback_url", "Found \(url.quoted), expected \(expected).")
        }
        let created: (session: YunoSession, faults: [Fault])? = try await request.write { transaction in
            guard
                let choice = try rules.admit(.session, header: request.scenario, others: [], transaction)
            else { return nil }
            let record = try makeSession(body, scenario: request.scenario, transaction)
            return (record.session, choice.scenario.faults(striking: .creation))
        }
        guard let created else { throw SandboxError.unavailable }
        return .json(created.session.json).assuming(Behavior.yunoSession).struck(by: created.faults)
    }

    /// - Parameter scenario: the name of the scenario of the session's payment.
    func makeSession(
        _ body: CreateYunoSessionRequest, scenario: String?, _ transaction: Transaction
    ) throws -> YunoSessionRecord {
        let record = YunoSessionRecord(
            session: YunoSession(
                id: try transaction.random().uuid(), request: body, createdAt: transaction.now,
                expiresAt: transaction.now + process.durations.session),
            scenario: scenario)
        try record.save(transaction)
        return record
    }

    /// The payment methods of a session. For cards, it is the payer's vaulted one.
    private static func methods(of session: YunoSession) -> JSON {
        let types = YunoPaymentMethodType.allCases.filter {
            YunoMethodRules.problem($0, session.request.amount, token: YunoTestValues.usualToken) == nil
        }
        return [
            "checkout_session": .string(session.id),
            "payment_methods": .array(
                types.map { type in
                    [
                        "type": .string(type.rawValue), "name": .string(type.name),
                        "vaulted_token": type == .card ? .string(YunoTestValues.usualToken) : .null,
                    ]
                }),
        ]
    }
}
