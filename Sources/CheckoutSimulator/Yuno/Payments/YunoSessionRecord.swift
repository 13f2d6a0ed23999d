import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// A checkout session, with the sandbox's internal data.
struct YunoSessionRecord: StoredModel, Hashable {
    static let kind = "checkout_session"
    var id: String { session.id }

    var session: YunoSession
    /// The ID of the one payment; nil until there is one.
    var payment: String?
    /// The name of the session's scenario, for its payment.
    var scenario: String?

    /// - Throws: `SandboxError` if it does not exist or has expired.
    static func open(_ id: String, _ transaction: ReadTransaction) throws -> YunoSessionRecord {
        guard let id = UUIDSyntax.canonical(id), let record = try find(id, transaction),
            transaction.now < record.session.expiresAt
        else {
            throw SandboxError(.checkoutSessionNotFound, "There is no such checkout session, or its time is over.")
        }
        return record
    }

    /// For the provider's `indexes`.
    static let endIndex = ObjectIndex("$.session.expires_at")

    /// The oldest sessions whose time was over before another time.
    static func expired(
        before time: Timestamp, limit: Int, _ transaction: ReadTransaction
    ) throws -> [YunoSessionRecord] {
        try transaction.objects(
            kind: kind, filters: [.before("$.session.expires_at", time.description)], newestFirst: false, limit: limit
        ).bodies.map { try YunoSessionRecord(json: $0) }
    }

    /// - Throws: `SandboxError` if there is none yet.
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
