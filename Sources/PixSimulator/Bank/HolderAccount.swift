import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

/// An account that its holder may choose at the bank.
struct HolderAccount: Sendable {
    /// The value of the page's choice.
    let id: String
    let account: PayerAccount

    /// Of one person at one bank; more would make no better choice.
    private static let limit = 20

    /// Every person of the sandbox has this account at each bank.
    static func usual(of record: EnrollmentRecord) -> HolderAccount {
        HolderAccount(
            id: "usual",
            account: PayerAccount(
                institutionID: record.enrollment.details.institution, agency: "1234", number: "*****6789",
                accountType: "CHECKINGS"))
    }

    /// The accounts to choose from: the usual one, then those that the tenant registered in the person's name.
    static func all(of record: EnrollmentRecord, _ transaction: ReadTransaction) throws -> [HolderAccount] {
        let usual = usual(of: record)
        guard let name = record.customerName else { return [usual] }
        let identifier = record.customerIdentifier.maskedIdentifier
        let registered = try transaction.objects(
            kind: BankAccount.kind,
            filters: [
                .equals("$.institution", usual.account.institutionID), .equals("$.holder_name", name),
                .equals("$.holder_type", CreateBankAccountRequest.HolderType.individual.rawValue),
            ], newestFirst: false, limit: limit
        ).bodies.compactMap { body -> HolderAccount? in
            let account = try BankAccount(json: body)
            // The SDK's form of an account has no identifier. A number without digits has no masked form.
            guard account.active, account.holderIdentifier ?? identifier == identifier,
                let number = masked(account.accountNumber ?? ""), let branch = account.branchNumber
            else { return nil }
            return HolderAccount(
                id: account.id,
                account: PayerAccount(
                    institutionID: usual.account.institutionID, agency: branch, number: number,
                    accountType: account.accountType ?? usual.account.accountType))
        }
        return [usual] + registered
    }

    /// The last four digits behind asterisks; nil without digits.
    private static func masked(_ number: String) -> String? {
        let digits = number.filter { $0.isASCII && $0.isNumber }
        return digits.isEmpty ? nil : "*****\(digits.suffix(4))"
    }
}
