import PixAPI
import Sandbox
import SandboxKit

extension PixProvider {
    var bankAccountRoutes: [Route] {
        [
            Route("POST", "bank-accounts") { try await createBankAccount($0) },
            Route("GET", "bank-accounts", access: .keyOrToken) { try await listBankAccounts($0) },
            Route("GET", "bank-accounts/{id}", access: .keyOrToken) { try await showBankAccount($0) },
            Route("PATCH", "bank-accounts/{id}") { try await updateBankAccount($0) },
        ]
    }

    static let bankAccountParameters =
        [
            ListParameter("id__in", "$.id", .uuids), ListParameter("institution", "$.institution", .uuid),
            ListParameter.choice("holder_type", "$.holder_type", of: CreateBankAccountRequest.HolderType.self),
        ] + ListParameter.creation("$.created_at")

    private func createBankAccount(_ request: SandboxRequest) async throws -> SandboxResponse {
        try request.checkResourceVersion()
        let body: CreateBankAccountRequest = try body(of: request, as: .createBankAccount)
        let account = try await request.write { transaction in
            guard let bank = try InstitutionRecord.find(body.institution, transaction)?.institution else {
                throw SandboxError.unknown("institution", "There is no such institution.")
            }
            let account = BankAccount(
                id: try transaction.random().uuid(), createdAt: transaction.now, updatedAt: transaction.now,
                institution: bank.id, institutionName: bank.displayName, bankName: bank.displayName,
                branchNumber: body.branchNumber, accountNumber: body.accountNumber, accountType: body.accountType,
                holderName: body.holderName, holderType: body.holderType.rawValue,
                holderIdentifier: body.holderIdentifier?.masked)
            try account.save(transaction)
            return account
        }
        return .showing(account, status: 201)
    }

    private func listBankAccounts(_ request: SandboxRequest) async throws -> SandboxResponse {
        try request.checkResourceVersion()
        return try await ListQuery(request, Self.bankAccountParameters, pageSizes).page(of: BankAccount.kind, request) {
            body, _ in
            try BankAccount(json: body)
        }
    }

    private func showBankAccount(_ request: SandboxRequest) async throws -> SandboxResponse {
        try request.checkResourceVersion()
        return try await .showing(request.object(BankAccount.self))
    }

    private func updateBankAccount(_ request: SandboxRequest) async throws -> SandboxResponse {
        try request.checkResourceVersion()
        let id = try request.id(of: BankAccount.self)
        let body: UpdateBankAccountRequest = try body(of: request, as: .updateBankAccount)
        let account = try await request.write { transaction in
            var account = try BankAccount.existing(id, transaction)
            account.active = body.active
            account.updatedAt = transaction.now
            try account.save(transaction)
            return account
        }
        return .showing(account)
    }
}
