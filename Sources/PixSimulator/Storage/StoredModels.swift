import PixAPI
import Sandbox
import SandboxKit

extension PixProvider {
    var models: [any StoredModel.Type] {
        [
            InstitutionRecord.self, Customer.self, BankAccount.self, EnrollmentRecord.self, PaymentIntentRecord.self,
            Charge.self, PaymentTransaction.self, RegisteredApp.self,
        ]
    }
}

/// What `--keep` leaves.
extension PixProvider {
    /// An enrollment that can pay. Charges and transactions go with their payment intent.
    func stays(_ kind: String, status: String) -> Bool {
        switch kind {
        case EnrollmentRecord.kind: status == EnrollmentStatus.succeeded.rawValue
        case Charge.kind, PaymentTransaction.kind: true
        default: false
        }
    }

    func parts(of id: String, kind: String, _ transaction: ReadTransaction) throws -> [(kind: String, id: String)] {
        guard kind == PaymentIntentRecord.kind, let intent = try PaymentIntentRecord.find(id, transaction),
            let charge = try Charge.find(intent.chargeID, transaction)
        else { return [] }
        return [(Charge.kind, charge.id)] + charge.transactions.map { (PaymentTransaction.kind, $0) }
    }
}

extension BankAccount: StoredModel {
    package static let kind = "bank_account"
}

extension PaymentTransaction: StoredModel {
    package static let kind = "transaction"
}

extension Customer: StoredModel {
    package static let kind = "customer"

    /// - Returns: nil if there is no such customer.
    static func find(_ reference: CustomerReference, _ transaction: ReadTransaction) throws -> Customer? {
        switch reference {
        case .id(let id): return try find(id, transaction)
        case .identifier(let identifier):
            return try transaction.objects(
                kind: kind, filters: [.equals("$.identifier", identifier.text)], newestFirst: false, limit: 1
            ).bodies.first.map(Customer.init(json:))
        case .customer(let id, let identifier):
            let customer = try find(id, transaction)
            // Apps only get to see its masked form.
            return customer.flatMap { [$0.identifier, $0.identifier.maskedIdentifier].contains(identifier) ? $0 : nil }
        }
    }

    /// The form in the API, with a masked identifier.
    var shown: Customer {
        var customer = self
        customer.identifier = identifier.maskedIdentifier
        return customer
    }
}

/// The purposes of one-time values.
enum Purpose {
    static let approval = "approval"
    static let state = "state"
    static let code = "code"
    static let accessToken = "access_token"
}
