import CheckoutContracts
import Sandbox
import ToqueEncoding

/// The transactions of a payment follow its state.
extension YunoPaymentRecord {
    /// Ends the payment's own transaction with the payment's result.
    mutating func endFirst(_ status: YunoTransactionStatus.Final, _ transaction: Transaction) {
        endFirst(status, code, message, transaction)
    }

    mutating func endFirst(
        _ status: YunoTransactionStatus.Final, _ code: YunoResponseCode?, _ message: String?,
        _ transaction: Transaction
    ) {
        guard !payment.transactions.isEmpty else { return }
        payment.transactions[0].status = .final(status)
        payment.transactions[0].responseCode = code
        payment.transactions[0].responseMessage = message
        payment.transactions[0].updatedAt = transaction.now
    }

    mutating func capture(_ operation: YunoOperation, _ transaction: Transaction) throws {
        let value = operation.amount ?? (state == .captured ? amount.value : amount.value.half)
        payment.amount?.captured = value
        try add(.capture, value, operation, transaction)
    }

    mutating func refund(_ operation: YunoOperation, _ transaction: Transaction) throws {
        let rest = refundable
        let value = operation.amount ?? (state == .refunded ? rest : rest.half)
        if let refunded = payment.amount?.refunded.adding(value) { payment.amount?.refunded = refunded }
        try add(.refund, value, operation, transaction)
    }

    mutating func cancel(_ operation: YunoOperation, _ transaction: Transaction) throws {
        // For a held amount, the authorization's transaction does not change.
        if first?.status == .pending { endFirst(.canceled, nil, nil, transaction) }
        try add(.cancel, amount.value, operation, transaction)
    }

    /// The captured amount that is not refunded yet.
    var refundable: ExactDecimal {
        payment.amount.flatMap { $0.captured.subtracting($0.refunded) } ?? .zero
    }

    private mutating func add(
        _ type: YunoTransaction.Kind, _ value: ExactDecimal, _ operation: YunoOperation, _ transaction: Transaction
    ) throws {
        var added = YunoTransaction(
            id: try transaction.random().uuid(), type: type, status: .final(.succeeded),
            amount: YunoAmount(currency: amount.currency, value: value),
            merchantReference: operation.merchantReference, reason: operation.reason, createdAt: transaction.now)
        added.responseCode = .succeeded
        payment.transactions.append(added)
    }
}

extension ExactDecimal {
    /// Half of an amount, rounded down to four decimals.
    fileprivate var half: ExactDecimal {
        minorUnits(exponent: 4).map { ExactDecimal(minorUnits: $0 / 2, exponent: 4) } ?? self
    }
}
