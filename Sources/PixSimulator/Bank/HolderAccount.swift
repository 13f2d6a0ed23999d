import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

/// An account that its holder may choose at the bank.
struct HolderAccount: Sendable {
    /// The value of the page's choice.
    let id: String
    let account: PayerAccount

    /// Every person of the sandbox has one account at each bank, and those that the tenant registered as the person's.
    private static let usual = "usual"
    /// Of one person at one bank; more would make no better choice.
    private static let limit = 20

    /// The accounts to choose from, the bank's own first: at least one.
    static func all(of record: EnrollmentRecord, _ transaction: ReadTransaction) throws -> [HolderAccount] {
        let institution = record.enrollment.details.institution
        let usual = PayerAccount(
            institutionID: institution, agency: "1234", number: "*****6789", accountType: "CHECKINGS")
        let identifier = record.customerIdentifier.maskedIdentifier
        let registered = try transaction.objects(
            kind: BankAccount.kind,
            filters: [
                .equals("$.institution", institution),
                .equals("$.holder_type", CreateBankAccountRequest.HolderType.individual.rawValue),
            ], newestFirst: false, limit: limit
        ).bodies.compactMap { body -> HolderAccount? in
            let account = try BankAccount(json: body)
            // The SDK's form of an account has no identifier.
            let isHolders =
                account.holderIdentifier.map { $0 == identifier } ?? (account.holderName == record.customerName)
            guard account.active, isHolders, let number = account.accountNumber,
                let branch = account.branchNumber, !number.isEmpty
            else { return nil }
            return HolderAccount(
                id: account.id,
                account: PayerAccount(
                    institutionID: institution, agency: branch, number: masked(number),
                    accountType: account.accountType ?? usual.accountType))
        }
        return [HolderAccount(id: Self.usual, account: usual)] + registered
    }

    /// The last four digits behind asterisks.
    private static func masked(_ number: String) -> String {
        let digits = number.filter { $0.isASCII && $0.isNumber }
        return "*****\(digits.suffix(4))"
    }
}
