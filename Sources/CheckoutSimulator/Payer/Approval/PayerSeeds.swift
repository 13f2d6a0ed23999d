import Sandbox
import SandboxKit
import ToqueEncoding

/// The sandbox's payer.
struct Payer: StoredModel, JSONStructure, Hashable {
    static let kind = "payer"
    static let blank = Payer(id: "", name: "")

    private(set) var id: String
    private(set) var name: String

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("id", &id)
        coder.required("name", &name)
    }
}

/// The payer's account: one per currency.
struct CurrencyAccount: StoredModel, JSONStructure, Hashable {
    static let kind = "payer_account"
    static let blank = CurrencyAccount(id: "", payer: "", currency: "")

    private(set) var id: String
    /// The payer's ID.
    private(set) var payer: String
    private(set) var currency: String

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("id", &id)
        coder.required("payer", &payer)
        coder.required("currency", &currency)
    }
}

/// The payee.
struct PayerShop: StoredModel, JSONStructure, Hashable {
    static let kind = "shop"
    static let blank = PayerShop(id: "", name: "")

    private(set) var id: String
    private(set) var name: String

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("id", &id)
        coder.required("name", &name)
    }
}

/// Every tenant's initial data, with fixed IDs. All of it is invented.
package enum PayerSeeds {
    package static let payer = "20000000-0000-4000-8000-000000000001"
    package static let payerName = "Ana Exemplo"
    package static let shop = "30000000-0000-4000-8000-000000000001"
    package static let shopName = "Loja Exemplo"

    /// The currencies of the providers' examples. Others get an account with their first deposit.
    private static let currencies = ["BRL", "COP", "EUR", "JPY", "USD"]

    package static func plant(_ transaction: Transaction) throws {
        try Payer(id: payer, name: payerName).save(transaction)
        try PayerShop(id: shop, name: shopName).save(transaction)
        for currency in currencies { try plantAccount(currency, transaction) }
    }

    static func plantAccount(_ currency: String, _ transaction: Transaction) throws {
        let id = "account-\(currency.lowercased())"
        guard try CurrencyAccount.find(id, transaction) == nil else { return }
        try CurrencyAccount(id: id, payer: payer, currency: currency).save(transaction)
    }
}
