import PixAPI
import Sandbox
import SandboxKit

extension PixProvider {
    var institutionRoutes: [Route] {
        [Route("GET", "institutions", access: .keyOrToken) { try await listInstitutions($0) }]
    }

    static let institutionParameters = [
        ListParameter("name", "$.institution.display_name", .part, example: "Aurora"),
        ListParameter.choice(
            "institution_type", "$.institution.institution_type", of: CreateBankAccountRequest.HolderType.self),
        ListParameter("id__in", "$.institution.id", .uuids),
    ]

    private func listInstitutions(_ request: SandboxRequest) async throws -> SandboxResponse {
        try await ListQuery(request, Self.institutionParameters, pageSizes)
            .page(of: InstitutionRecord.kind, newestFirst: false, request) { body, _ in
                try InstitutionRecord(json: body).institution
            }
    }
}
