import SandboxKit

extension Operation {
    static let bankAccounts = [
        Operation(
            method: .post, path: "bank-accounts", id: "createBankAccount", tag: .bankAccounts,
            summary: "Create a bank account", parameters: [.resourceVersion], body: .of(.createBankAccount),
            answers: [
                .created(
                    .bankAccount, "The account", links: [.toObject("showBankAccount"), .toObject("updateBankAccount")])
            ],
            refusals: [
                .required("details", "Found nothing, expected an object."),
                .invalid("institution", "There is no such institution."),
                .ofResourceVersion,
            ]),
        Operation(
            method: .get, path: "bank-accounts", id: "listBankAccounts", tag: .bankAccounts,
            summary: "List bank accounts, newest first", list: PixProvider.bankAccountParameters,
            parameters: [.resourceVersion], answers: [.list(.bankAccount, "A page of accounts")],
            refusals: [.ofResourceVersion]),
        Operation(
            method: .get, path: "bank-accounts/{id}", id: "showBankAccount", tag: .bankAccounts,
            summary: "Show a bank account", parameters: [.resourceVersion],
            answers: [.shown(.bankAccount, "The account")],
            refusals: [.notFound("There is no such bank account."), .ofResourceVersion]),
        Operation(
            method: .patch, path: "bank-accounts/{id}", id: "updateBankAccount", tag: .bankAccounts,
            summary: "Activate or deactivate a bank account", parameters: [.resourceVersion],
            body: .of(.updateBankAccount),
            answers: [.shown(.bankAccount, "The account as it is now")],
            refusals: [
                .required("active", "Found nothing, expected true or false."),
                .invalid("active", "Found a string, expected true or false."),
                .notFound("There is no such bank account."),
                .ofResourceVersion,
            ]),
    ]
}
