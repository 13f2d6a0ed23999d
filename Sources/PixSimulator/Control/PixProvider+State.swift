import PixAPI
import Sandbox
import ToqueEncoding

extension PixProvider {
    /// All that the database keeps.
    private static let models: [any StoredModel.Type] = [
        InstitutionRecord.self, Customer.self, BankAccount.self, EnrollmentRecord.self, PaymentIntentRecord.self,
        Charge.self, PaymentTransaction.self,
    ]

    func check(_ object: JSONReader) throws(JSONMemberError) {
        let kind = try object.member("kind")
        let name = try kind.string()
        guard let model = Self.models.first(where: { $0.kind == name }) else {
            throw kind.mismatch(expected: Self.models.map { $0.kind }.joined(separator: " or "))
        }
        try model.check(object)
    }
}

extension StoredModel {
    fileprivate static func check(_ object: JSONReader) throws(JSONMemberError) {
        let stored = try Self(object.member("body"))
        let id = try object.member("id")
        guard try id.string() == stored.id else { throw id.mismatch(expected: "the id of its body") }
    }
}
