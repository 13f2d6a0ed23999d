import PixAPI
import Sandbox
import ToqueEncoding

/// What a new database begins with, under fixed ids (docs/simulator.md). Banks, persons and companies are invented.
enum Seeds {
    static let institution = institutionID(1)
    static let customer = "20000000-0000-4000-8000-000000000001"
    static let beneficiaryBankAccount = "30000000-0000-4000-8000-000000000001"
    static let customerCreatedAt = Timestamp(microseconds: 1_706_713_200_000_000)  // 2024-01-31T15:00:00Z

    /// Valid by its check digits, and nobody's: it only looks invalid.
    private static let identifier = "12345678909"

    private static let banks = [
        "Aurora", "Beija-Flor", "Cerrado", "Dunas", "Estrela do Sul", "Farol", "Garoa", "Horizonte", "Igarapé",
        "Jangada", "Lagoa Azul", "Maré Alta", "Neblina", "Orvalho", "Pampa",
    ]

    private static func institutionID(_ number: Int) -> String {
        "10000000-0000-4000-8000-0000000000\(number < 10 ? "0" : "")\(number)"
    }

    static func plant(_ transaction: Transaction) throws {
        for (index, name) in banks.enumerated() {
            let number = index + 1
            let bank = InstitutionRecord(
                institution: Institution(
                    id: institutionID(number), name: "\(slug(name))_retail", displayName: "Banco \(name)",
                    legalEntityName: "Banco \(name) S.A. (invented)", institutionType: "INDIVIDUAL",
                    description: "An invented bank of the sandbox.", sortPriority: number,
                    paymentMethods: [Enrollment.type: .init(status: "ACTIVE")]),
                // Above every ISPB that was given out.
                ispb: "991234\(number < 10 ? "0" : "")\(number)")
            try bank.save(transaction)
        }
        let person = Customer(
            id: customer, createdAt: customerCreatedAt, updatedAt: customerCreatedAt, name: "Ana Exemplo",
            customerType: "INDIVIDUAL", identifier: identifier, identifierType: "CPF")
        try person.save(transaction)
        let account = BankAccount(
            id: beneficiaryBankAccount, createdAt: customerCreatedAt, updatedAt: customerCreatedAt,
            institution: institution, institutionName: "Banco Aurora", bankName: "Banco Aurora", branchNumber: "0001",
            accountNumber: "1234567", accountType: "CHECKINGS", holderName: "Loja Exemplo Ltda",
            holderType: CreateBankAccountRequest.HolderType.business.rawValue)
        try account.save(transaction)
    }

    /// `estrela_do_sul` for `Estrela do Sul`.
    private static func slug(_ name: String) -> String {
        var slug = ""
        for character in name.lowercased() {
            switch character {
            case "é": slug.append("e")
            case " ", "-": slug.append("_")
            default: slug.append(character)
            }
        }
        return slug
    }
}
