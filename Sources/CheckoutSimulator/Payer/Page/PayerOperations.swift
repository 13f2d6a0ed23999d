import Pages
import Sandbox
import SandboxKit
import ToqueEncoding

extension PayerProvider {
    /// The page's operations in the OpenAPI document, to add to `operations`.
    /// - Parameters:
    ///   - id: the suffix of the operation IDs, such as `BankPage`.
    ///   - tag: the pages' tag.
    package static func payerOperations(_ page: PayerPage, id: String, tag: Tag) -> [Operation] {
        [
            Operation(
                method: .get, path: page.path, id: "show\(id)", tag: tag,
                summary: "Show the page on which the payer decides", parameters: [language, passkey],
                answers: [
                    Answer(status: 200, about: "The page with its form", content: .page),
                    Answer(
                        status: 200, about: "The same as JSON, if the client accepts it",
                        content: .json(PayerSchemas.shown, example: PayerSchemas.shownExample)),
                    Answer(status: 302, about: "Redirect to the page's name on this machine", content: .none),
                ] + over, refusals: overForPrograms),
            Operation(
                method: .post, path: page.path, id: "decide\(id)", tag: tag, summary: "Decide for the payer",
                parameters: [language, passkey],
                body: Operation.Body(schema: PayerSchemas.submission(page), example: ["decision": "decline"]),
                answers: [
                    Answer(
                        status: 200, about: "The result",
                        content: .json(PayerSchemas.result, example: ["outcome": "declined", "location": .null])),
                    Answer(status: 200, about: "The same as a page", content: .page),
                    Answer(status: 303, about: "Redirect to the shop", content: .none),
                    Answer(status: 400, about: "The page has no such answer", content: .page),
                ] + over,
                refusals: [
                    SandboxError(400, "invalid", "The answer is none that the page has.", field: "decision"),
                    SandboxError(400, "required", "Found nothing, expected approve or decline.", field: "decision"),
                    SandboxError(415, "unsupported_media_type", "Expected a body of the type application/json."),
                ] + overForPrograms),
        ]
    }

    private static var language: Parameter {
        .query("lang", "en, pt or es; without it the header Accept-Language counts", .text, example: "en")
    }

    private static var passkey: Parameter {
        .query(
            PayerPage.passkeyParameter, "`new` registers one more passkey of the payer's", .text,
            example: .string(PayerPage.newPasskey))
    }

    private static var refusals: [PayerRefusal] { [.unknown, .decided, .over] }

    private static var over: [Answer] {
        refusals.map {
            Answer(status: $0.status, about: $0.sentence(.of(.english)), content: .page)
        }
    }

    /// The response for a program, instead of the page.
    private static var overForPrograms: [SandboxError] { refusals.map(SandboxError.init) }
}

private enum PayerSchemas {
    static let shown = JSONSchema.answer(
        .required("payee", .text), .required("amount", .text), .required("currency", .text),
        .required("reference", .text), .required("object", .text), .required("chance", .base64URL),
        .required("expires_at", JSONSchema.text.orNull),
        .optional("registration", .freeObject), .optional("authentication", .freeObject))

    static let shownExample: JSON = [
        "payee": .string(PayerSeeds.shopName), "amount": "10.50", "currency": "BRL", "reference": "order-42",
        "object": "10000000-0000-4000-8000-000000000001", "chance": "AAAAAAAAAAAAAAAAAAAAAA",
        "expires_at": "2026-03-01T12:30:00.000000Z",
    ]

    static func submission(_ page: PayerPage) -> JSONSchema {
        .request(
            .required(
                "decision", .choice(page.canCancel ? ["approve", "decline", "cancel"] : ["approve", "decline"])),
            .optional("registration", JSONSchema.freeObject.orNull),
            .optional("authentication", JSONSchema.freeObject.orNull))
    }

    static let result = JSONSchema.answer(
        .required("outcome", .choice(PayerOutcome.allCases.map(\.rawValue))), .optional("code", .text),
        .required("location", JSONSchema.text.orNull), .optional("status", .text))
}
