extension Operation {
    static let bankAccounts = [
        Operation(
            method: .post, path: "bank-accounts", id: "createBankAccount", tag: .bankAccounts,
            summary: "Create a bank account", body: .of(.createBankAccount),
            answers: [
                .created(
                    .bankAccount, "The account", links: [.toObject("showBankAccount"), .toObject("updateBankAccount")])
            ],
            refusals: [
                .required("holder_name", "Found nothing, expected a string."),
                .invalid("institution", "There is no such institution."),
            ]),
        Operation(
            method: .get, path: "bank-accounts", id: "listBankAccounts", tag: .bankAccounts,
            summary: "List bank accounts, newest first", query: Parameter.paging,
            answers: [.list(.bankAccount, "A page of accounts")], refusals: Refusal.paging),
        Operation(
            method: .get, path: "bank-accounts/{id}", id: "showBankAccount", tag: .bankAccounts,
            summary: "Show a bank account", answers: [.shown(.bankAccount, "The account")],
            refusals: [.notFound("There is no such bank account.")]),
        Operation(
            method: .patch, path: "bank-accounts/{id}", id: "updateBankAccount", tag: .bankAccounts,
            summary: "Activate or deactivate a bank account", body: .of(.updateBankAccount),
            answers: [.shown(.bankAccount, "The account as it is now")],
            refusals: [
                .required("active", "Found nothing, expected true or false."),
                .invalid("active", "Found a string, expected true or false."),
                .notFound("There is no such bank account."),
            ]),
    ]
}
