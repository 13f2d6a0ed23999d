import PixAPI
import Sandbox

extension Provider {
    var bankAccountRoutes: [Route] {
        [
            Route("POST", "bank-accounts") { try await createBankAccount($0) },
            Route("GET", "bank-accounts") { try await listBankAccounts($0) },
            Route("GET", "bank-accounts/{id}") { try await showBankAccount($0) },
            Route("PATCH", "bank-accounts/{id}") { try await updateBankAccount($0) },
        ]
    }

    private static var unknownAccount: SandboxError { .notFound("There is no such bank account.") }

    private func createBankAccount(_ request: SandboxRequest) async throws -> SandboxResponse {
        let body = try request.decode(CreateBankAccountRequest.init(json:))
        let account = try await request.write { transaction in
            guard let bank = try InstitutionRecord.find(body.institution, transaction)?.institution else {
                throw SandboxError.invalid("institution", "There is no such institution.")
            }
            let account = BankAccount(
                id: try transaction.random().uuid(), createdAt: transaction.now, updatedAt: transaction.now,
                institution: bank.id,
                institutionName: bank.displayName, bankName: bank.displayName, branchNumber: body.branchNumber,
                accountNumber: body.accountNumber, accountType: body.accountType, holderName: body.holderName,
                holderType: body.holderType.rawValue)
            try account.save(transaction)
            return account
        }
        return .json(account.json, status: 201)
    }

    private func listBankAccounts(_ request: SandboxRequest) async throws -> SandboxResponse {
        let paging = try Paging(request)
        let (count, accounts) = try await request.read { transaction in
            let (count, bodies) = try transaction.objects(
                kind: BankAccount.kind, offset: paging.offset, limit: paging.size)
            return (count, try bodies.map(BankAccount.init(json:)))
        }
        return paging.page(accounts, of: count, request: request)
    }

    private func showBankAccount(_ request: SandboxRequest) async throws -> SandboxResponse {
        guard let account = try await request.read({ try BankAccount.find(request.parameter("id"), $0) }) else {
            throw Self.unknownAccount
        }
        return .json(account.json)
    }

    private func updateBankAccount(_ request: SandboxRequest) async throws -> SandboxResponse {
        let body = try request.decode(UpdateBankAccountRequest.init(json:))
        let account = try await request.write { transaction in
            guard var account = try BankAccount.find(request.parameter("id"), transaction) else {
                throw Self.unknownAccount
            }
            account.active = body.active
            account.updatedAt = transaction.now
            try account.save(transaction)
            return account
        }
        return .json(account.json)
    }
}
