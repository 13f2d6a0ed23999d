import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

extension YunoProvider {
    private static let operationPath = "\(paymentsPath)/{id}/transactions/{tid}"

    /// A merchant's operations on a payment: once per idempotency key.
    var operationRoutes: [Route] {
        [
            Route("POST", "\(Self.operationPath)/capture", access: .yunoMerchant) { request in
                let body: YunoCaptureRequest = try request.body()
                return try await operate(request) { record, transaction in
                    try capture(&record, by: request.parameter("tid"), body, transaction)
                }
            },
            Route("POST", "\(Self.operationPath)/cancel", access: .yunoMerchant) { request in
                let body: YunoCancelRequest = try request.body()
                return try await operate(request) { record, transaction in
                    try cancel(&record, by: request.parameter("tid"), body, transaction)
                }
            },
            Route("POST", "\(Self.operationPath)/refund", access: .yunoMerchant) { request in
                let body: YunoRefundRequest = try request.body()
                return try await operate(request) { record, transaction in
                    try refund(&record, by: request.parameter("tid"), body, transaction)
                }
            },
        ]
    }

    private static let keys = IdempotencyKeys(
        header: YunoHeader.idempotencyKey, lifetime: .seconds(24 * 3600), conflict: nil,
        underWay: SandboxError(.requestInProcess, "The first request with this idempotency key is still in progress."),
        failed: SandboxError(
            .idempotencyDuplicated,
            "The first request with this idempotency key failed, and changed nothing; send another key."))

    private func operate(
        _ request: SandboxRequest,
        _ operation: @escaping @Sendable (inout YunoPaymentRecord, Transaction) throws -> Void
    ) async throws -> SandboxResponse {
        if let key = request.header(YunoHeader.idempotencyKey), UUIDSyntax.canonical(key) == nil {
            throw SandboxError.invalid(
                YunoHeader.idempotencyKey, "Found \(key.quoted), expected \(UUIDSyntax.expectation).")
        }
        let answer = try await request.once(
            Self.keys,
            attempting: { transaction -> SandboxResponse? in
                var record = try YunoPaymentRecord.known(request.parameter("id"), transaction)
                guard let scenario = try record.admitRequest(transaction) else { return nil }
                try operation(&record, transaction)
                return .yunoPayment(record.payment).struck(by: scenario.faults(striking: .change))
            })
        guard let answer else { throw SandboxError.unavailable }
        return answer
    }

    // MARK: Each operation

    private func capture(
        _ record: inout YunoPaymentRecord, by id: String, _ body: YunoCaptureRequest, _ transaction: Transaction
    ) throws {
        try Self.checkTransaction(id, of: record, types: [.authorize])
        try Self.checkStatus(.captured, of: record)
        let amount = try Self.amount(body.amount, of: record, upTo: record.amount.value)
        record.operation = YunoOperation(
            amount: amount, merchantReference: body.merchantReference, reason: body.reason?.rawValue)
        try process.require(
            amount == record.amount.value ? .captured : .partiallyCaptured, to: &record, transaction)
    }

    private func cancel(
        _ record: inout YunoPaymentRecord, by id: String, _ body: YunoCancelRequest, _ transaction: Transaction
    ) throws {
        try Self.checkTransaction(id, of: record, types: [.authorize, .purchase])
        try Self.checkStatus(.canceled, of: record)
        record.operation = YunoOperation(merchantReference: body.merchantReference, reason: body.reason)
        try process.require(.canceled, to: &record, transaction)
    }

    private func refund(
        _ record: inout YunoPaymentRecord, by id: String, _ body: YunoRefundRequest, _ transaction: Transaction
    ) throws {
        try Self.checkTransaction(id, of: record, types: [.purchase, .capture])
        try Self.checkStatus(.refunded, of: record)
        let amount = try Self.amount(body.amount, of: record, upTo: record.refundable)
        record.operation = YunoOperation(
            amount: amount, merchantReference: body.merchantReference, reason: body.reason)
        try process.require(
            amount == record.refundable ? .refunded : .partiallyRefunded, to: &record, transaction)
    }

    private static func checkTransaction(
        _ id: String, of record: YunoPaymentRecord, types: [YunoTransaction.Kind]
    ) throws {
        let id = UUIDSyntax.canonical(id)
        guard let found = record.payment.transactions.first(where: { $0.id == id }) else {
            throw SandboxError(.transactionNotFound, "The payment has no such transaction.")
        }
        guard types.contains(found.type) else {
            throw SandboxError(
                .invalidStatus,
                "The transaction is of the type \(found.type.rawValue), expected "
                    + types.map(\.rawValue).joined(separator: " or ") + ".")
        }
    }

    private static func checkStatus(_ event: YunoPaymentEvent, of record: YunoPaymentRecord) throws {
        guard YunoPaymentMachine.table.outcome(of: event, in: record.state) != nil else {
            throw SandboxError(
                .invalidStatus, "The payment is \(record.payment.status), and cannot be \(event.rawValue).")
        }
    }

    /// The requested amount. Default: all of `limit`.
    private static func amount(
        _ asked: YunoAmount?, of record: YunoPaymentRecord, upTo limit: ExactDecimal
    ) throws -> ExactDecimal {
        guard let asked else { return limit }
        guard asked.currency == record.amount.currency else {
            throw SandboxError(
                .currencyNotAllowed, "Found \(asked.currency), expected \(record.amount.currency), as the payment's.",
                field: "amount.currency")
        }
        guard asked.value > .zero, asked.value <= limit else {
            throw SandboxError(
                .invalidAmount, "Found \(asked.value), expected more than 0 and at most \(limit).",
                field: "amount.value")
        }
        return asked.value
    }
}
