import SandboxKit

extension Operation {
    static let customers = [
        Operation(
            method: .post, path: "customers", id: "createCustomer", tag: .customers, summary: "Create a customer",
            parameters: [.resourceVersion], body: .of(.createCustomer),
            answers: [.created(.customer, "The customer", links: [.toObject("showCustomer")])],
            refusals: [
                .required("name", "Found nothing, expected a string."),
                .invalid("identifier", "Found the check digits 00, expected 35."),
                .ofResourceVersion,
            ]),
        Operation(
            method: .get, path: "customers", id: "listCustomers", tag: .customers,
            summary: "List customers, newest first", list: PixProvider.customerParameters,
            parameters: [.resourceVersion], answers: [.list(.customer, "A page of customers")],
            refusals: [.ofResourceVersion]),
        Operation(
            method: .get, path: "customers/{id}", id: "showCustomer", tag: .customers, summary: "Show a customer",
            parameters: [.resourceVersion], answers: [.shown(.customer, "The customer")],
            refusals: [.notFound("There is no such customer."), .ofResourceVersion]),
    ]
}
