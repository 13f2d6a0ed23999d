import Sandbox
import SandboxKit
import ToqueEncoding

/// A customer's saved instrument, identified by its test token.
struct EcommpaySavedAccount: StoredModel, JSONStructure, Hashable {
    static let kind = "saved_account"
    static let blank = EcommpaySavedAccount(customer: "", token: "")
    /// For the provider's `indexes`.
    static let index = ObjectIndex("$.customer")

    private(set) var customer: String
    private(set) var token: String
    var id: String { "\(token) of \(customer)" }

    init(customer: String, token: String) {
        self.customer = customer
        self.token = token
    }

    mutating func members(_ coder: inout JSONCoder) {
        var id = id
        coder.required("id", &id)
        coder.required("customer", &customer)
        coder.required("token", &token)
    }

    /// Oldest first.
    static func all(of customer: String, _ transaction: ReadTransaction) throws -> [EcommpaySavedAccount] {
        try transaction.objects(
            kind: kind, filters: [.equals("$.customer", customer)], newestFirst: false, limit: 100
        ).bodies.map { try EcommpaySavedAccount(json: $0) }
    }

    /// The saved instruments of the guide's customer.
    static func plant(_ transaction: Transaction) throws {
        for token in ["tok_success", "tok_challenge", "tok_insufficient_funds"] {
            try EcommpaySavedAccount(customer: "10", token: token).save(transaction)
        }
    }
}
