import Sandbox
import SandboxKit
import ToqueEncoding

extension Operation {
    static let bankPages = [
        Operation(
            method: .get, path: "\(PixProvider.approvalPath)/{handle}", id: "showApproval", tag: .bank,
            summary: "Show the page on which the account holder decides", parameters: [.language],
            answers: [.page(200, "The page with its form")] + over, refusals: overForPrograms),
        Operation(
            method: .post, path: "\(PixProvider.approvalPath)/{handle}", id: "decideApproval", tag: .bank,
            summary: "Decide for the account holder", parameters: [.language, .responseMode],
            body: Body(
                type: "application/x-www-form-urlencoded",
                schema: .request(
                    .required("decision", .choice(["approve", "decline"])),
                    .optional(
                        "error", oauthError.about("What the bank reports in place of access_denied")),
                    .optional("account", JSONSchema.text.about("One of the page's accounts; the first by default")),
                    .optional("page_token", pageToken)),
                example: ["decision": "approve"]),
            answers: [
                Answer(
                    status: 303, about: "Redirect to the callback URL", content: .none, headers: [.location]),
                .page(400, "The form is not as the page has it"), foreignForm,
            ] + over,
            refusals: [SandboxError(400, "invalid", "The form is not as the page has it.")] + overForPrograms),
        Operation(
            method: .post, path: "\(PixProvider.approvalPath)/{handle}/\(PixProvider.expiryPath)", id: "expireApproval",
            tag: .bank, summary: "Let the time for the decision run out", parameters: [.language],
            body: Body(
                type: "application/x-www-form-urlencoded", schema: .request(.optional("page_token", pageToken)),
                example: [:]),
            answers: [
                Answer(status: 303, about: "Redirect to the page", content: .none, headers: [.location]), foreignForm,
            ] + over, refusals: overForPrograms),
        Operation(
            method: .get, path: "bank/return", id: "showReturn", tag: .bank,
            summary: "Show the last page of an enrollment without a callback URL", parameters: [.language],
            answers: [.page(200, "A page that says so")]),
    ]

    /// RFC 6749 section 4.1.2.1.
    private static let oauthError = JSONSchema.text(matching: #"^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,64}$"#)

    private static let pageToken = JSONSchema.text.about("The page's; browsers must send it")

    private static let foreignForm = Answer.page(403, "A browser's form that is not of this page")

    private static let over: [Answer] = [
        .page(404, "There is no such page"),
        .page(409, "The account holder has decided already, or the enrollment has ended"),
        .page(410, "The time for a decision is over"),
    ]

    /// The response, instead of the page, to a client that accepts application/json.
    private static let overForPrograms: [SandboxError] = [
        .notFound("There is no such page."),
        SandboxError(409, "invalid_status", "The account holder has decided already, or the enrollment has ended."),
        SandboxError(410, "invalid_status", "The time for a decision is over."),
    ]
}

extension Answer {
    fileprivate static func page(_ status: Int, _ about: String) -> Answer {
        Answer(status: status, about: about, content: .page)
    }
}

extension Parameter {
    fileprivate static let responseMode = query(
        "response_mode", "Where the callback URL has its parameters", .text, example: "query")

    fileprivate static let language = query(
        "lang", "pt, en or es; without it the header Accept-Language counts", .text, example: "pt")
}
