import PixAPI
import Sandbox
import SandboxKit
import ToqueCrypto
import ToqueEncoding

/// A webhook in the provider's envelope (schema version 1).
struct PixWebhook: Sendable {
    enum Kind: String, Sendable {
        case enrollments = "ENROLLMENTS"
        case paymentIntents = "PAYMENT_INTENTS"
        case charges = "CHARGES"
        case transactions = "TRANSACTIONS"
    }

    enum Code: String, Sendable {
        case statusUpdate = "STATUS_UPDATE"
        case objectCreated = "OBJECT_CREATED"
    }

    let kind: Kind
    let code: Code
    let object: String
    /// The merchant's own id; charges and transactions have none.
    let externalID: String?
    let data: JSONObject
    /// A payment's webhooks keep their order: those of charge and transaction follow their intent's.
    let thread: String

    /// - Parameter choice: the scenario whose faults affect the webhook.
    func send(_ choice: PixScenario.Choice?, _ transaction: Transaction) throws {
        let id = try transaction.random().uuid()
        let body: JSON = [
            "webhook_id": .string(id), "webhook_type": .string(kind.rawValue), "webhook_code": .string(code.rawValue),
            "object_id": .string(object), "external_id": .text(externalID), "data": .object(data),
        ]
        let faults = choice?.scenario.webhookFaults ?? []
        try transaction.send(Webhook(id: id, object: thread, body: body, faults: faults))
    }
}

extension PixWebhook {
    init(_ enrollment: Enrollment) {
        self.init(
            kind: .enrollments, code: .statusUpdate, object: enrollment.id, externalID: enrollment.externalID,
            data: [
                "status": .string(enrollment.status.rawValue),
                "status_reason_code": .text(enrollment.statusReasonCode?.rawValue),
                "status_reason_message": .text(enrollment.statusReasonMessage),
                "metadata": .object(enrollment.metadata),
            ], thread: enrollment.id)
    }

    init(_ intent: PaymentIntent) {
        self.init(
            kind: .paymentIntents, code: .statusUpdate, object: intent.id, externalID: intent.externalID,
            data: Self.data(
                status: intent.status.rawValue, failureCode: intent.failureCode, failureMessage: intent.failureMessage,
                of: intent),
            thread: intent.id)
    }

    init(_ charge: Charge, of intent: PaymentIntent) {
        self.init(
            kind: .charges, code: .statusUpdate, object: charge.id, externalID: nil,
            data: Self.data(
                status: charge.status.rawValue, failureCode: charge.failureCode, failureMessage: charge.failureMessage,
                of: intent),
            thread: intent.id)
    }

    /// `GET /transactions/{id}/` has the details: the documentation names no member of this webhook's data.
    init(_ transaction: PaymentTransaction) {
        self.init(
            kind: .transactions, code: .objectCreated, object: transaction.id, externalID: nil, data: [:],
            thread: transaction.paymentIntent)
    }

    private static func data(
        status: String, failureCode: String?, failureMessage: String?, of intent: PaymentIntent
    ) -> JSONObject {
        [
            "status": .string(status), "metadata": .object(intent.metadata),
            "failure_code": .text(failureCode),
            "failure_message": .text(failureMessage),
            "end_to_end_id": .text(intent.information?.endToEndID),
        ]
    }
}
