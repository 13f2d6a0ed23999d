extension Operation {
    static let customers = [
        Operation(
            method: .post, path: "customers", id: "createCustomer", tag: .customers, summary: "Create a customer",
            body: .of(.createCustomer),
            answers: [.created(.customer, "The customer", links: [.toObject("showCustomer")])],
            refusals: [
                .required("name", "Found nothing, expected a string."),
                .invalid("identifier", "Found another text, expected a CPF (11 digits) or a CNPJ (14 digits)."),
            ]),
        Operation(
            method: .get, path: "customers", id: "listCustomers", tag: .customers,
            summary: "List customers, newest first",
            query: Parameter.paging + [
                .query("identifier", "CPF or CNPJ", .text, example: "12345678909"),
                .query("external_id", "The caller's own id", .text, example: "cliente-42"),
            ],
            answers: [.list(.customer, "A page of customers")], refusals: Refusal.paging),
        Operation(
            method: .get, path: "customers/{id}", id: "showCustomer", tag: .customers, summary: "Show a customer",
            answers: [.shown(.customer, "The customer")], refusals: [.notFound("There is no such customer.")]),
    ]
}
