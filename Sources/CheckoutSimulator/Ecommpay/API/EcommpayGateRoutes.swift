import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// Gate, for merchants' servers: bodies are signed, and a callback reports the result of a request.
extension EcommpayProvider {
    var gateRoutes: [Route] {
        [
            Route("POST", "v2/payment/card/capture", access: .provider(Self.project)) { try await capture($0) },
            Route("POST", "v2/payment/card/cancel", access: .provider(Self.project)) { try await cancel($0) },
            Route("POST", "v2/payment/card/refund", access: .provider(Self.project)) { try await refund($0) },
            Route("POST", "v2/payment/status", access: .provider(Self.project)) { try await status($0) },
        ]
    }

    /// The project that signed the body.
    @Sendable private static func project(of request: SandboxRequest) async throws -> String {
        try request.requireContentType("application/json")
        let message = try request.decode { (json) throws(JSONMemberError) in try JSONReader(json).object() }
        guard let number = message["general"]?["project_id"]?.intValue else {
            throw SandboxError.gate("Found no number of a project.", field: "general.project_id")
        }
        let project = String(number)
        guard try await request.engine.store.hasKey(project), let secret = request.engine.store.keySecret(of: project),
            EcommpaySignature.verify(message: message, key: secret.bytes)
        else {
            throw SandboxError.gate(
                "The signature is not that of this body with the project's secret key.", field: "general.signature"
            ).assuming(EcommpayFidelity.signatureRefused)
        }
        return project
    }

    private func capture(_ request: SandboxRequest) async throws -> SandboxResponse {
        try await change(request) { body, payment, transaction in
            let amount = body.amount ?? payment.options.paymentAmount
            try check(.captured, on: payment)
            try check(amount, body.currency, upTo: payment.options.paymentAmount, of: payment)
            let id = try process.begin(.capture, of: &payment, amount: amount, transaction)
            try process.require(.captured, to: &payment, transaction)
            return id
        }
    }

    private func cancel(_ request: SandboxRequest) async throws -> SandboxResponse {
        try await change(request) { body, payment, transaction in
            try check(.holdCanceled, on: payment)
            let held = payment.options.paymentAmount
            try check(body.amount ?? held, body.currency, upTo: held, of: payment)
            guard body.amount ?? held == held else {
                throw SandboxError.gate("A hold is canceled as a whole, which is \(held).", field: "payment.amount")
            }
            let id = try process.begin(.cancel, of: &payment, amount: held, transaction)
            try process.require(.holdCanceled, to: &payment, transaction)
            return id
        }
    }

    private func refund(_ request: SandboxRequest) async throws -> SandboxResponse {
        try await change(request) { body, payment, transaction in
            let amount = body.amount ?? payment.refundable
            try check(.refundedWholly, on: payment)
            guard payment.refundable > 0 else {
                throw SandboxError.gate("The payment has nothing to refund.", field: "general.payment_id")
            }
            try check(amount, body.currency, upTo: payment.refundable, of: payment)
            let event: EcommpayPaymentEvent = amount == payment.refundable ? .refundedWholly : .refundedPartly
            let id = try process.begin(.refund, of: &payment, amount: amount, transaction)
            try process.require(event, to: &payment, transaction)
            return id
        }
    }

    private func status(_ request: SandboxRequest) async throws -> SandboxResponse {
        let body: EcommpayGateRequest = try request.body()
        let found = try await request.read { try EcommpayPayment.find(body.paymentID, $0) }
        guard let payment = found else { throw Self.noPayment }
        let answer = EcommpayStatusAnswer(
            requestID: request.id, paymentID: payment.id, history: payment.history(project: request.tenant))
        return .json(answer.json).assuming(EcommpayFidelity.assumptions(of: payment))
    }

    static let noPayment = SandboxError.gate("The project has no such payment.", field: "general.payment_id")

    /// - Parameter body: returns the request's ID.
    private func change(
        _ request: SandboxRequest,
        _ body: @escaping @Sendable (EcommpayGateRequest, inout EcommpayPayment, Transaction) throws -> String
    ) async throws -> SandboxResponse {
        let order: EcommpayGateRequest = try request.body()
        let done: (id: String, faults: [Fault])? = try await request.write { transaction in
            guard var payment = try EcommpayPayment.find(order.paymentID, transaction) else { throw Self.noPayment }
            guard let scenario = try payment.admitRequest(transaction) else { return nil }
            return (try body(order, &payment, transaction), scenario.faults(striking: .change))
        }
        guard let done else { throw SandboxError.unavailable }
        let answer = EcommpayGateAnswer(
            requestID: done.id, projectID: order.projectID, paymentID: order.paymentID)
        return .json(answer.json).assuming(EcommpayFidelity.gateAtOnce).struck(by: done.faults)
    }

    /// Checks that the state allows the event, before amounts are checked.
    private func check(_ event: EcommpayPaymentEvent, on payment: EcommpayPayment) throws(SandboxError) {
        guard ecommpayPaymentMachine.outcome(of: event, in: payment.state) == nil else { return }
        throw .gate(
            "The payment is \(payment.state.status.text), which does not allow it.", field: "general.payment_id")
    }

    private func check(
        _ amount: Int, _ currency: String?, upTo limit: Int, of payment: EcommpayPayment
    ) throws(SandboxError) {
        guard currency ?? payment.options.paymentCurrency == payment.options.paymentCurrency else {
            throw .gate("The payment is in \(payment.options.paymentCurrency).", field: "payment.currency")
        }
        guard amount > 0, amount <= limit else {
            throw .gate("Found \(amount), expected at most \(limit).", field: "payment.amount")
        }
    }
}
