import PixAPI
import Sandbox
import SandboxKit

extension PixProvider {
    var customerRoutes: [Route] {
        [
            Route("POST", "customers") { try await createCustomer($0) },
            Route("GET", "customers") { try await listCustomers($0) },
            Route("GET", "customers/{id}", access: .keyOrToken) { try await showCustomer($0) },
        ]
    }

    static let customerParameters =
        [
            ListParameter("id__in", "$.id", .uuids), ListParameter.taxIdentifier("identifier", "$.identifier"),
            ListParameter("external_id", "$.external_id"),
        ] + ListParameter.creation("$.created_at")

    private func createCustomer(_ request: SandboxRequest) async throws -> SandboxResponse {
        try request.checkResourceVersion()
        let body: CreateCustomerRequest = try body(of: request, as: .createCustomer)
        let customer = try await request.write { transaction in
            let customer = Customer(
                id: try transaction.random().uuid(), createdAt: transaction.now, updatedAt: transaction.now,
                createdBy: UUIDText.of(keyID: request.tenant), externalID: body.externalID, name: body.name,
                customerType: body.identifier.holderType.rawValue, identifier: body.identifier.text,
                identifierType: body.identifier.type, email: body.email, phone: body.phone,
                address: body.address)
            try customer.save(transaction)
            return customer
        }
        return .showing(customer.shown, status: 201)
    }

    private func listCustomers(_ request: SandboxRequest) async throws -> SandboxResponse {
        try request.checkResourceVersion()
        return try await ListQuery(request, Self.customerParameters, pageSizes).page(of: Customer.kind, request) {
            body, _ in
            try Customer(json: body).shown
        }
    }

    private func showCustomer(_ request: SandboxRequest) async throws -> SandboxResponse {
        try request.checkResourceVersion()
        return try await .showing(request.object(Customer.self).shown)
    }
}
