extension Operation {
    static let institutions = [
        Operation(
            method: .get, path: "institutions", id: "listInstitutions", tag: .institutions,
            summary: "List institutions, in their own order",
            query: Parameter.paging + [
                .query(
                    "name", "Part of the display name", .text.with("minLength", 3), example: "Aurora"),
                .query(
                    "institution_type", "INDIVIDUAL or BUSINESS, in any case", .text, example: "INDIVIDUAL"),
                .query(
                    "id__in", "Ids with commas between them", .text, example: .string(Seeds.institution)),
            ],
            answers: [.list(.institution, "A page of institutions")],
            refusals: Refusal.paging + [.invalid("name", "Expected at least 3 characters.")])
    ]
}
