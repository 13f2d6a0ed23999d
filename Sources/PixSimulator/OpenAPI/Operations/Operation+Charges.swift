import SandboxKit

extension Operation {
    static let charges = [
        Operation(
            method: .get, path: "charges", id: "listCharges", tag: .charges, summary: "List charges, newest first",
            list: PixProvider.chargeParameters, answers: [.list(.charge, "A page of charges")]),
        Operation(
            method: .get, path: "charges/{id}", id: "showCharge", tag: .charges, summary: "Show a charge",
            answers: [
                .shown(
                    .charge, "The charge", links: [.to("showTransaction", "$response.body#/transactions/0")])
            ], refusals: [.notFound("There is no such charge.")]),
        Operation(
            method: .get, path: "transactions", id: "listTransactions", tag: .transactions,
            summary: "List transactions, newest first", list: PixProvider.transactionParameters,
            answers: [.list(.transaction, "A page of transactions")]),
        Operation(
            method: .get, path: "transactions/{id}", id: "showTransaction", tag: .transactions,
            summary: "Show a transaction", answers: [.shown(.transaction, "The transaction")],
            refusals: [.notFound("There is no such transaction.")]),
    ]
}
