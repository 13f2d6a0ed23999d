import SandboxKit

extension Operation {
    static let institutions = [
        Operation(
            method: .get, path: "institutions", id: "listInstitutions", tag: .institutions,
            summary: "List institutions, in their own order", list: PixProvider.institutionParameters,
            answers: [.list(.institution, "A page of institutions")])
    ]
}
