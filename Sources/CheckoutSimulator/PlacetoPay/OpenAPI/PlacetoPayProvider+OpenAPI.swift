import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

extension PlacetoPayProvider: DocumentedProvider {
    var title: String { "PlacetoPay's Checkout of the Toque sandbox" }
    var components: [Component] { Component.placetoPay }

    var pathParameters: [Parameter] {
        let number = JSONSchema.text(matching: "^[1-9][0-9]{0,17}$")
        return [
            Parameter(
                place: .path, name: "requestId", about: "The session's number, counted from 1 for each site",
                schema: number, example: "1"),
            Parameter(
                place: .path, name: "object", about: "The session's number", schema: number, example: "1"),
            Parameter(
                place: .path, name: "handle", about: "Secret part of the page's URL",
                schema: .text(matching: "^[0-9a-f]{32}$"), example: .string(PlacetoPayExamples.handle)),
        ]
    }

    /// The reason identifies the kind of error; the message has the details.
    func errorSchema(_ codes: [String]) -> JSONSchema { .component(.placetoPayRefusal) }

    var operations: [Operation] {
        [
            Operation(
                method: .post, path: Self.sessionsPath, id: "createSession", tag: .placetoPaySessions,
                summary: "Create a payment",
                about: "A repeated request creates another session: references need not be unique.",
                body: .of(.placetoPaySessionRequest),
                answers: [.shown(.placetoPaySessionResponse, "The session's number and the URL of its page")],
                refusals: Self.refusals + [
                    .required("payment.reference", "Found nothing, expected a string."),
                    .invalid("returnUrl", "Found \"javascript:0\", expected an https URL."),
                    .invalid("expiration", "Expected a time at least 5 minutes ahead."),
                ], takesScenario: true),
            Operation(
                method: .post, path: Self.sessionPath, id: "showSession", tag: .placetoPaySessions,
                summary: "Show a session", body: .of(.placetoPayInformationRequest),
                answers: [.shown(.placetoPayInformation, "The session, with its attempts")],
                refusals: Self.refusals + [.notFound("There is no such session.")]),
            Operation(
                method: .post, path: Self.cancelPath, id: "cancelSession", tag: .placetoPaySessions,
                summary: "Cancel a session that is unpaid and not at the bank",
                body: .of(.placetoPayInformationRequest),
                answers: [.shown(.placetoPayCancellation, "The canceled session")],
                refusals: Self.refusals + [
                    .notFound("There is no such session."),
                    .invalidStatus("canceled_by_merchant is not possible: the session is approved."),
                ]),
        ] + Self.payerOperations(Self.page, id: "Page", tag: .placetoPayPages) + [
            Operation(
                method: .post, path: Self.cardPath, id: "chooseCard", tag: .placetoPayPages,
                summary: "Choose the next attempt's test card, and its amount if partial payments are allowed",
                about: "The page's form sends the same, and returns to the page.",
                body: .of(.placetoPayCard),
                answers: [
                    .shown(.placetoPayCard, "The next attempt's card and amount"),
                    Answer(status: 303, about: "Back to the page", content: .none),
                    Answer(status: 400, about: "What is wrong with the form", content: .page),
                    Answer(status: 404, about: "There is no such page", content: .page),
                    Answer(status: 409, about: "There is nothing left to decide", content: .page),
                    Answer(status: 410, about: "The decision's time has expired", content: .page),
                ],
                refusals: [
                    SandboxError(400, "card_data", "The sandbox takes no card data.", field: "token"),
                    .invalid("token", "Found \"visa\", expected tok_success, or tok_ and a scenario's name."),
                    .required("token", "Found nothing, expected a string."),
                    SandboxError(PayerRefusal.unknown), SandboxError(PayerRefusal.decided),
                    SandboxError(PayerRefusal.over),
                ])
        ]
    }

    private static let refusals: [SandboxError] =
        [
            PlacetoPayAuthError.malformed, .unknownLogin, .wrongTranKey, .seedOutOfTime,
        ].map(SandboxError.init) + [
            SandboxError(400, "card_data", "The sandbox takes no card data.", field: "payment.description")
        ]
}

extension Tag {
    fileprivate static let placetoPaySessions = Tag(
        "Sessions", "A payment each, in one or several attempts.", exampleID: "1")
    fileprivate static let placetoPayPages = Tag(
        "The payer", "Where the payer pays.", exampleID: "1", isOfPages: true)
}
