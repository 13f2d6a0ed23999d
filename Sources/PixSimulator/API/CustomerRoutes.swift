import PixAPI
import Sandbox

extension Provider {
    var customerRoutes: [Route] {
        [
            Route("POST", "customers") { try await createCustomer($0) },
            Route("GET", "customers") { try await listCustomers($0) },
            Route("GET", "customers/{id}") { try await showCustomer($0) },
        ]
    }

    private func createCustomer(_ request: SandboxRequest) async throws -> SandboxResponse {
        let body = try request.decode(CreateCustomerRequest.init(json:))
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
        return .json(customer.shown.json, status: 201)
    }

    private func listCustomers(_ request: SandboxRequest) async throws -> SandboxResponse {
        let paging = try Paging(request)
        var filters: [ObjectFilter] = []
        if let identifier = request.query("identifier") { filters.append(.equals("$.identifier", identifier)) }
        if let externalID = request.query("external_id") { filters.append(.equals("$.external_id", externalID)) }
        let (count, customers) = try await request.read { [filters] transaction in
            let (count, bodies) = try transaction.objects(
                kind: Customer.kind, filters: filters, offset: paging.offset, limit: paging.size)
            return (count, try bodies.map { try Customer(json: $0).shown })
        }
        return paging.page(customers, of: count, request: request)
    }

    private func showCustomer(_ request: SandboxRequest) async throws -> SandboxResponse {
        guard let customer = try await request.read({ try Customer.find(request.parameter("id"), $0) }) else {
            throw SandboxError.notFound("There is no such customer.")
        }
        return .json(customer.shown.json)
    }
}
