import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// A checkout session with what only the sandbox knows of it.
struct YunoSessionRecord: StoredModel, Hashable {
    static let kind = "checkout_session"
    var id: String { session.id }

    var session: YunoSession
    /// Id of the one payment; nil while there is none.
    var payment: String?
    /// Name of the scenario that the session was made with, for its payment.
    var scenario: String?

    /// - Throws: `SandboxError` where there is none, and where its time is over.
    static func open(_ id: String, _ transaction: ReadTransaction) throws -> YunoSessionRecord {
        guard let id = UUIDSyntax.canonical(id), let record = try find(id, transaction),
            transaction.now < record.session.expiresAt
        else {
            throw SandboxError(.checkoutSessionNotFound, "There is no such checkout session, or its time is over.")
        }
        return record
    }

    /// - Throws: `SandboxError` where there is none yet.
    func existingPayment(_ transaction: ReadTransaction) throws -> YunoPaymentRecord {
        guard let record = try payment.flatMap({ try YunoPaymentRecord.find($0, transaction) }) else {
            throw SandboxError(.paymentNotFound, "The session has no payment yet.")
        }
        return record
    }
}

extension YunoSessionRecord: JSONStructure {
    static let blank = YunoSessionRecord(session: .blank)

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("session", &session)
        coder.optional("payment", &payment)
        coder.optional("scenario", &scenario)
    }
}
