import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

extension EcommpayProvider {
    /// The states that the merchant's server learns about; control can trigger each of them.
    private static let triggered: [EcommpayPaymentState] = [
        .processing, .awaiting3DSResult, .awaitingRedirectResult, .awaitingClarification, .awaitingCustomer,
        .awaitingCapture, .success, .decline, .cancelled, .partiallyRefunded, .refunded,
    ]

    var triggers: [ControlVerb] {
        Self.triggered.map { state in
            var parameters: [ControlVerb.Parameter] = [
                .init("payment_id", "Use this payment ID. Default: a new one.", kind: "id"),
                .init("amount", "Pay this amount in minor units. Default: 1999.", kind: "amount"),
                .init("currency", "Pay in this currency (ISO 4217). Default: USD.", kind: "currency"),
                .init("customer_id", "Use this customer ID. Default: 10.", kind: "id"),
            ]
            if state == .decline {
                parameters.append(
                    .init("reason", "Decline for this reason. Default: decline.", kind: "code", values: Self.reasons))
            }
            return ControlVerb(
                "payment.\(state.rawValue)", "A payment with the status \(state.status.text).", parameters)
        }
    }

    /// The causes of a decline: scenarios of payments, without their prefix.
    private static let reasons = [
        "decline", "insufficient_funds", "risk", "3ds_declined", "not_returned", "cancelled_by_customer",
    ]

    func trigger(
        _ event: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        guard let state = Self.triggered.first(where: { "payment.\($0.rawValue)" == event }) else {
            throw SandboxError.unknownEvent(event)
        }
        let scenario = try scenario(for: state, reason: parameters.text("reason"))
        var payment = try payment(parameters, for: state, scenario, transaction)
        try process.begin(&payment, transaction)
        payment.method =
            state == .awaitingRedirectResult ? EcommpaySession.pageMethods.first : EcommpayPaymentOptions.cardMethod
        payment.token = payment.isCard ? "tok_success" : nil
        payment.attempts = 1
        try process.require(payment.isCard ? .paymentRequested : .pageOpened, to: &payment, transaction)
        try play(&payment, until: state, transaction)
        return payment.history(project: transaction.tenant).json
    }

    /// The scenario that leads to the state.
    private func scenario(
        for state: EcommpayPaymentState, reason: String?
    ) throws(SandboxError) -> EcommpayScenario.Choice {
        let name: String
        switch state {
        case .awaitingClarification: name = "payment.clarification"
        case .awaitingCustomer: name = "payment.cascade"
        case .decline:
            let reason = reason ?? "decline"
            guard Self.reasons.contains(reason) else {
                throw .invalid("reason", "Expected one of \(Self.reasons.joined(separator: ", ")).")
            }
            name = "payment.\(reason)"
        case .awaiting3DSResult: name = "payment.challenge"
        case .opened, .processing, .awaitingRedirectResult, .awaitingCapture, .success, .cancelled, .partiallyRefunded,
            .refunded:
            name = "payment.frictionless"
        }
        return EcommpayScenario.Choice(name: name, source: .control)
    }

    private func payment(
        _ parameters: JSONObject, for state: EcommpayPaymentState, _ scenario: EcommpayScenario.Choice,
        _ transaction: Transaction
    ) throws -> EcommpayPayment {
        let random = try transaction.random()
        let text = try parameters.text("amount") ?? "1999"
        var members: JSONObject = [
            "project_id": .int(Int(transaction.tenant) ?? 1),
            "payment_id": .string(try parameters.text("payment_id") ?? random.uuid()),
            "payment_currency": .string(try parameters.text("currency") ?? "USD"),
            "payment_description": "trigger", "customer_id": .string(try parameters.text("customer_id") ?? "10"),
        ]
        members["payment_amount"] = Int(text).map { .int($0) } ?? .string(text)
        if state == .awaitingCapture || state == .cancelled { members["action"] = "auth" }
        let options: EcommpayPaymentOptions
        do throws(InvalidMembers) {
            options = try EcommpayPaymentOptions(validating: JSONReader(.object(members)))
        } catch {
            throw SandboxError.invalid("parameters", "\(error).")
        }
        guard state != .partiallyRefunded || options.paymentAmount > 1 else {
            throw SandboxError.invalid("amount", "Expected 2 or more, of which a part is refunded.")
        }
        guard try EcommpayPayment.find(options.paymentID, transaction) == nil else {
            throw SandboxError.invalid("payment_id", "There is a payment of this id.")
        }
        let payment = EcommpayPayment(
            options, signedText: options.stringToSign.description, session: random.token(), scenario: scenario,
            at: transaction.now)
        try transaction.register(
            oneTimeValue: payment.session, purpose: EcommpaySession.purpose, subject: payment.id)
        return payment
    }

    /// Plays all parties without delay.
    private func play(
        _ payment: inout EcommpayPayment, until state: EcommpayPaymentState, _ transaction: Transaction
    ) throws {
        // A payment's life has fewer steps. A cycle in the state machine is a bug that a test detects.
        for _ in 0..<16 where payment.state != state {
            if payment.state == .awaitingCapture, state == .cancelled {
                try process.require(.holdCanceled, to: &payment, transaction)
            } else if payment.state == .success, state == .partiallyRefunded {
                try process.begin(.refund, of: &payment, amount: payment.refundable / 2, transaction)
                try process.require(.refundedPartly, to: &payment, transaction)
            } else if payment.state == .success, state == .refunded {
                try process.require(.refundedWholly, to: &payment, transaction)
            } else {
                try process.takeStep(&payment, transaction)
            }
        }
    }
}
