import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

extension TakeMeProvider: DocumentedProvider {
    package var title: String { "TakeMe Pay of the Toque sandbox" }
    package var components: [Component] { [.source, .sourceRequest, .charge, .chargeRequest, .sourceTypes, .error] }
    package var exampleID: String { TakeMeExamples.source.id }
    package var operations: [Operation] {
        Self.sourceOperations + Self.chargeOperations
            + Self.payerOperations(Self.wallet, id: "WalletPage", tag: .wallet)
    }

    package var pathParameters: [Parameter] {
        [
            Parameter(
                place: .path, name: "id", about: "ID of the object",
                schema: .text(matching: "^(src|ch)_[A-Za-z0-9]{24}$"), example: .string(exampleID)),
            Parameter(
                place: .path, name: "handle", about: "Secret part of the page's URL",
                schema: .text(matching: "^[0-9a-f]{32}$"), example: .string(TakeMeExamples.handle)),
        ]
    }

    package func errorSchema(_ codes: [String]) -> JSONSchema {
        JSONSchema.component(.error).with(
            "properties", ["error": ["properties": ["code": JSONSchema.choice(codes).json]]])
    }

    private static let sourceOperations = [
        Operation(
            method: .get, path: "v1/source_types", id: "listSourceTypes", tag: .sources,
            summary: "List the ways to pay", about: "With either key.",
            answers: [.shown(.sourceTypes, "The source types")]),
        Operation(
            method: .post, path: "v1/sources", id: "makeSource", tag: .sources, summary: "Create a source",
            about: "With either key. The payer authorizes it on the page at `redirect.url`.",
            parameters: [.idempotencyKey], body: .of(.sourceRequest),
            answers: [
                .created(.source, "The source", links: [.toObject("showSource")])
            ],
            refusals: [
                .required("amount", "Found nothing, expected an integer."),
                .invalid("amount", "Found the number 0, expected an integer from 1 to 999999999999."), ofCardData,
                ofIdempotencyKeys,
            ], takesScenario: true),
        Operation(
            method: .get, path: "v1/sources/{id}", id: "showSource", tag: .sources, summary: "Show a source",
            about: "With the secret key, any source. With the public key, the source of `clientSecret`.",
            parameters: [
                .query(
                    "clientSecret", "The source's; not needed with the secret key", .text,
                    example: .string(TakeMeExamples.source.clientSecret))
            ], answers: [.shown(.source, "The source")],
            refusals: [.notFound("There is no source of this id and clientSecret.")]),
    ]

    private static let chargeOperations = [
        Operation(
            method: .post, path: "v1/charges", id: "makeCharge", tag: .charges,
            summary: "Charge a chargeable source, which consumes it", about: "With the secret key.",
            parameters: [.idempotencyKey], body: .of(.chargeRequest),
            answers: [.created(.charge, "The charge", links: [.toObject("showCharge")])],
            refusals: [
                .required("source", "Found nothing, expected a string."),
                .invalid("source", "Found a string of 0 characters, expected 1 to 255 characters."), ofCardData,
                ofPublicKey, .notFound("There is no such source.", field: "source"), .takeMeSourceConsumed,
                .takeMeSourceNotChargeable("pending"), ofIdempotencyKeys,
            ]),
        Operation(
            method: .get, path: "v1/charges/{id}", id: "showCharge", tag: .charges, summary: "Show a charge",
            about: "With the secret key.", answers: [.shown(.charge, "The charge")],
            refusals: [ofPublicKey, .notFound("There is no such charge.", field: "id")]),
    ]

    private static let ofCardData = SandboxError(
        400, "card_data", "The request seems to contain a card number or a security code.", field: "description")
    private static let ofPublicKey = SandboxError(
        403, TakeMeError.secretKeyRequired, "The public key is not enough for this.")
    private static let ofIdempotencyKeys = SandboxError(
        409, "idempotency_conflict", "Another request came with this key.", field: "Idempotency-Key")
}

extension Tag {
    fileprivate static let sources = Tag(
        "Sources", "Payments that a payer authorizes in a wallet.", exampleID: TakeMeExamples.source.id)
    fileprivate static let charges = Tag(
        "Charges", "Charges by the merchant's server, which consume sources.", exampleID: TakeMeExamples.charge.id)
    fileprivate static let wallet = Tag(
        "The wallet's page", "Pages that the payer sees in a browser. They need no key: their URLs are secret.",
        exampleID: TakeMeExamples.handle, isOfPages: true)
}

extension Parameter {
    fileprivate static let idempotencyKey = Parameter(
        place: .header, name: "Idempotency-Key",
        about: "The same request with the same key gets the same answer for 24 hours", schema: .text,
        example: "order-42")
}

extension Component {
    fileprivate static let source = Component("Source", TakeMeSource.schema, example: TakeMeExamples.source.json)
    fileprivate static let sourceRequest = Component(
        "SourceRequest", TakeMeSourceRequest.schema, example: TakeMeExamples.request)
    fileprivate static let charge = Component("Charge", TakeMeCharge.schema, example: TakeMeExamples.charge.json)
    fileprivate static let chargeRequest = Component(
        "ChargeRequest", TakeMeChargeRequest.schema, example: ["source": .string(TakeMeExamples.source.id)])
    fileprivate static let sourceTypes = Component(
        "SourceTypes", .array(of: .answer(.required("type", TakeMeSourceType.schema))),
        example: TakeMeSourceType.list(TakeMeSourceType.allCases))
    fileprivate static let error = Component(
        "Error", TakeMeError.schema, example: TakeMeError(code: "not_found", message: "There is no such source.").json)
}

/// Values of an invented shop.
private enum TakeMeExamples {
    static let handle = "00112233445566778899aabbccddeeff"
    static let source = TakeMeSource(
        id: "src_ExampleExampleExample001", amount: 10, currency: yen,
        clientSecret: "src_ExampleExampleExample001_secret_ExampleExampleExample002", description: "Tea",
        metadata: ["order": "42"], type: .weChatPay,
        redirect: .init(
            url: "http://localhost:8420/wallet/\(handle)", returnURL: "https://shop.example/back", status: .pending),
        created: time, updated: time)
    static let charge = TakeMeCharge(
        id: "ch_ExampleExampleExample003", source: source.id, amount: 10, currency: yen)
    static let request: JSON = [
        "amount": 10, "currency": "JPY", "type": "WeChatPay", "flow": "redirect", "description": "Tea",
        "metadata": ["order": "42"], "redirectReturnUrl": "https://shop.example/back",
    ]

    private static let yen = Currency("JPY") ?? .blank
    /// 2026-03-01T12:00:00Z
    private static let time = Timestamp(microseconds: 1_772_366_400_000_000)
}
