import PixAPI
import Sandbox

extension Provider {
    var institutionRoutes: [Route] {
        [Route("GET", "institutions") { try await listInstitutions($0) }]
    }

    private func listInstitutions(_ request: SandboxRequest) async throws -> SandboxResponse {
        let paging = try Paging(request)
        var filters: [ObjectFilter] = []
        if let name = request.query("name") {
            guard name.count >= 3 else { throw SandboxError.invalid("name", "Expected at least 3 characters.") }
            filters.append(.contains("$.institution.display_name", name))
        }
        if let type = request.query("institution_type") {
            filters.append(.equals("$.institution.institution_type", type.uppercased()))
        }
        if let ids = request.query("id__in") {
            filters.append(.oneOf("$.institution.id", ids.split(separator: ",").prefix(1000).map(String.init)))
        }
        let (count, institutions) = try await request.read { [filters] transaction in
            let (count, bodies) = try transaction.objects(
                kind: InstitutionRecord.kind, filters: filters, newestFirst: false, offset: paging.offset,
                limit: paging.size)
            return (count, try bodies.map { try InstitutionRecord(json: $0).institution })
        }
        return paging.page(institutions, of: count, request: request)
    }
}
