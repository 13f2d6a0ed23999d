import Sandbox
import SandboxKit
import ToqueEncoding

extension EcommpayProvider: DocumentedProvider {
    var title: String { "ecommpay of the Toque sandbox" }
    var operations: [Operation] {
        EcommpayOperations.gate + EcommpayOperations.device + EcommpayOperations.page
            + Self.payerOperations(Self.issuerPage, id: "IssuerPage", tag: EcommpayOperations.pages)
            + Self.payerOperations(Self.paymentPage, id: "PaymentPage", tag: EcommpayOperations.pages)
    }
    var components: [Component] { EcommpayComponents.all }
    var answerHeaders: [AnswerHeader] { [EcommpayOperations.location] }
    var pathParameters: [Parameter] {
        [
            Parameter(
                place: .path, name: "session", about: "The session's secret, from POST sdk/v1/session",
                schema: .text(matching: "^[A-Za-z0-9_-]{22}\\.[0-9a-f-]{36}$"),
                example: .string(EcommpayComponents.exampleSession)),
            Parameter(
                place: .path, name: "handle", about: "Secret part of the page's URL",
                schema: .text(matching: "^[0-9a-f]{32}$"), example: .string(EcommpayComponents.exampleHandle)),
        ]
    }
}

enum EcommpayOperations {
    private static let gateTag = Tag(
        "Gate", "For merchants' servers. `general.signature` signs the body with the project's secret key.",
        exampleID: EcommpayComponents.examplePayment)
    private static let deviceTag = Tag(
        "The app's SDK", "Sessions with signed parameters, and the person's actions in them.",
        exampleID: EcommpayComponents.examplePayment)
    static let pages = Tag(
        "Pages", "Pages that the person sees in a browser. They need no key: their URLs are secret.",
        exampleID: EcommpayComponents.examplePayment, isOfPages: true)

    // MARK: Gate

    private static let ofGate: [SandboxError] = [
        SandboxError(400, "invalid", "The signature is not that of this body.", field: "general.signature"),
        SandboxError(400, "required", "Found nothing, expected an object.", field: "general"),
        SandboxError(400, "card_data", "The sandbox takes no card data."),
        SandboxError(415, "unsupported_media_type", "Expected a body of the type application/json."),
    ]

    private static func ofCards(_ name: String, _ summary: String, about: String? = nil) -> Operation {
        Operation(
            method: .post, path: "v2/payment/card/\(name)", id: "\(name)Payment", tag: gateTag, summary: summary,
            about: about, body: .of(EcommpayComponents.gateRequest),
            answers: [.shown(EcommpayComponents.gateAnswer, "The operation is done; a callback reports it too")],
            refusals: ofGate)
    }

    static let gate = [
        ofCards("capture", "Capture a hold", about: "The whole hold or a part of it, once."),
        ofCards("cancel", "Release a hold"), ofCards("refund", "Refund a payment, or a part of it"),
        Operation(
            method: .post, path: "v2/payment/status", id: "showPayment", tag: gateTag, summary: "Show a payment",
            body: .of(EcommpayComponents.gateRequest),
            answers: [.shown(EcommpayComponents.statusAnswer, "The payment and its operations")], refusals: ofGate),
    ]

    // MARK: Device

    private static func refusals(_ codes: [(code: String, message: String)]) -> [SandboxError] {
        codes.map { SandboxError(400, $0.code, $0.message) } + [
            SandboxError(415, "unsupported_media_type", "Expected a body of the type application/json.")
        ]
    }

    private static let noSession = (code: "sessionNotInitialized", message: "There is no such session.")
    private static let wrongState = (code: "illegalState", message: "The payment is success.")
    private static let wrongArguments = (code: "illegalArguments", message: "Found nothing, expected a string.")

    private static func inSession(
        _ name: String, _ summary: String, body: Component? = nil, _ codes: [(code: String, message: String)] = []
    ) -> Operation {
        Operation(
            method: .post, path: "sdk/v1/session/{session}/\(name)", id: "\(name)InSession", tag: deviceTag,
            summary: summary, body: body.map(Operation.Body.of),
            answers: [.shown(EcommpayComponents.sessionState, "The payment as it is now")],
            refusals: refusals([noSession, wrongState, wrongArguments] + codes))
    }

    static let device = [
        Operation(
            method: .post, path: "sdk/v1/session", id: "openSession", tag: deviceTag, summary: "Open a session",
            about: "The same signed parameters open the same session until the payment is final.",
            body: .of(EcommpayComponents.options),
            answers: [
                .created(EcommpayComponents.session, "The session"),
                .shown(EcommpayComponents.session, "The open session"),
            ],
            refusals: refusals([
                wrongArguments, ("serverUnauthorized", "It is not the signature of these options."),
                ("clarificationFieldsError", "Cards need an email or a phone number of the customer."),
                ("paymentMethodNotAvailable", "There is no such method."),
                ("paymentAlreadyExist", "The project has a payment of this id with other parameters."),
                ("paymentHasFinalStatus", "The payment is over."),
            ]), takesScenario: true),
        Operation(
            method: .get, path: "sdk/v1/session/{session}", id: "showSession", tag: deviceTag,
            summary: "Show the payment of a session",
            answers: [.shown(EcommpayComponents.sessionState, "The payment as it is now")],
            refusals: [SandboxError(400, noSession.code, noSession.message)]),
        inSession(
            "pay", "Pay by a method", body: EcommpayComponents.payRequest,
            [
                ("paymentMethodNotAvailable", "The session has no such method."),
                ("paymentTokenNotExist", "There is no such instrument."),
                ("customerIdNotExist", "Saved instruments are kept under a customer_id."),
            ]),
        inSession(
            "clarification", "Complete the data", body: EcommpayComponents.clarificationRequest,
            [("clarificationFieldsError", "Expected billing_city too.")]),
        inSession("retry", "Start the second attempt"), inSession("cancel", "Close the form"),
    ]

    // MARK: Pages

    static let location = AnswerHeader("Location", "The page on which the person decides.", .url)

    static let page = [
        Operation(
            method: .get, path: "payment", id: "openPaymentPage", tag: pages,
            summary: "Open the Payment Page", about: "All parameters are signed.",
            parameters: [
                .query("project_id", "The project", .text, isRequired: true, example: "10"),
                .query("payment_id", "The merchant's own", .text, isRequired: true, example: "ord-43"),
                .query("payment_amount", "In minor units", .text, isRequired: true, example: "1999"),
                .query("payment_currency", "ISO 4217", .text, isRequired: true, example: "USD"),
                .query("payment_description", "At most 255 characters", .text),
                .query("customer_id", "The merchant's own", .text),
                .query("region_code", "ISO 3166-1 alpha-2", .text), .query("language_code", "Of the page", .text),
                .query("force_payment_method", "Another method than card", .text, example: "neteller"),
                .query("operation_type", "sale or auth", .text),
                .query("merchant_success_url", "Where the page leads after a successful payment", .text),
                .query("merchant_fail_url", "Where the page leads after a failed payment", .text),
                .query("signature", "Over all other parameters", .text, isRequired: true, example: "signature"),
            ],
            answers: [
                Answer(status: 303, about: "Redirect to the page", content: .none, headers: [location])
            ],
            refusals: [
                SandboxError(403, "wrong_signature", "The address is not signed by a project.", field: "signature"),
                SandboxError(400, wrongArguments.code, wrongArguments.message),
                SandboxError(400, "paymentMethodNotAvailable", "Cards have their form in the app."),
                SandboxError(400, "paymentAlreadyExist", "The project has a payment of this id."),
                SandboxError(400, "paymentHasFinalStatus", "The payment is over."),
                SandboxError(400, wrongState.code, wrongState.message),
            ])
    ]
}
