import ToqueEncoding

/// A group of operations.
enum Tag: String, Sendable, CaseIterable {
    case institutions = "Institutions"
    case customers = "Customers"
    case bankAccounts = "Bank accounts"
    case enrollments = "Enrollments"
    case paymentIntents = "Payment intents"
    case charges = "Charges"
    case transactions = "Transactions"
    case tokens = "Access tokens"
    case bank = "The bank's pages"

    var about: String {
        switch self {
        case .institutions: "Banks that customers can enroll at."
        case .customers: "Persons and companies that pay."
        case .bankAccounts: "Accounts that pay or are paid."
        case .enrollments: "Devices that may authorize payments of a customer at an institution."
        case .paymentIntents: "Payments that a device authorizes."
        case .charges: "Movements of money that payment intents ask for."
        case .transactions: "Movements of money that took place."
        case .tokens: "What a backend gives to an app, so that its SDK may call the API itself."
        case .bank: "What the account holder sees in a browser. The address is the secret; no key is asked for."
        }
    }

    /// The id of the path in examples: a seeded object where there is one.
    var exampleID: JSON {
        switch self {
        case .customers: .string(Seeds.customer)
        case .bankAccounts: .string(Seeds.beneficiaryBankAccount)
        case .institutions: .string(Seeds.institution)
        case .enrollments: .string(Examples.enrollment.id)
        case .charges: .string(Examples.chargeID)
        case .paymentIntents, .transactions, .tokens, .bank: .string(Examples.paymentIntentID)
        }
    }

    var json: JSON { ["name": .string(rawValue), "description": .string(about)] }
}
