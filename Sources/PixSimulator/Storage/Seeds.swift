import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

/// The initial objects of a new database, with fixed ids (docs/simulator.md). Banks, persons and companies are
/// invented.
enum Seeds {
    static let institution = institutionID(1)
    static let customer = "20000000-0000-4000-8000-000000000001"
    static let beneficiaryBankAccount = "30000000-0000-4000-8000-000000000001"
    static let customerCreatedAt = Timestamp(microseconds: 1_706_713_200_000_000)  // 2024-01-31T15:00:00Z

    /// Has valid check digits but is not assigned; it only looks invalid.
    private static let identifier = "12345678909"

    private static let banks = [
        "Aurora", "Beija-Flor", "Cerrado", "Dunas", "Estrela do Sul", "Farol", "Garoa", "Horizonte", "Igarapé",
        "Jangada", "Lagoa Azul", "Maré Alta", "Neblina", "Orvalho", "Pampa",
    ]

    /// - Parameter number: 1 to 999.
    private static func institutionID(_ number: Int) -> String { "10000000-0000-4000-8000-000000000\(padded(number))" }

    private static func padded(_ number: Int) -> String {
        String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number)"
    }

    /// The institutions with a scenario each, and the numbers of their ids: new scenarios at the end of a list change
    /// no number.
    static let scenarioInstitutions: [(number: Int, scenario: PixScenario)] =
        [(100, PixScenario.ofEnrollments), (200, PixScenario.ofPayments), (300, PixScenario.ofTheWay)].flatMap {
            first, scenarios in scenarios.enumerated().map { (first + 1 + $0.offset, $0.element) }
        }

    /// Id of the institution with this scenario; nil if there is none.
    static func institution(playing scenario: String) -> String? {
        scenarioInstitutions.first { $0.scenario.name == scenario }.map { institutionID($0.number) }
    }

    static func plant(_ transaction: Transaction) throws {
        for (index, name) in banks.enumerated() {
            try plant(
                index + 1, name: "\(slug(name))_retail", displayName: "Banco \(name)",
                description: "An invented bank of the sandbox.", transaction)
        }
        for (number, scenario) in scenarioInstitutions {
            try plant(
                number, name: "scenario_\(scenario.name.replacing(".", with: "_"))",
                displayName: "Banco de Testes \(scenario.name)",
                description: "Plays the scenario \(scenario.name). \(scenario.summary)", scenario: scenario.name,
                transaction)
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

    private static func plant(
        _ number: Int, name: String, displayName: String, description: String, scenario: String? = nil,
        _ transaction: Transaction
    ) throws {
        let bank = InstitutionRecord(
            institution: Institution(
                id: institutionID(number), name: name, displayName: displayName,
                legalEntityName: "\(displayName) S.A. (invented)", institutionType: "INDIVIDUAL",
                description: description, sortPriority: number,
                paymentMethods: [Enrollment.type: .init(status: "ACTIVE")]),
            // Above every assigned ISPB.
            ispb: "99123\(400 + number)", scenario: scenario)
        try bank.save(transaction)
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
