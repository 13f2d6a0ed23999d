import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

extension YunoProvider: DocumentedProvider {
    package var title: String { "Yuno's API of the Toque sandbox" }
    package var components: [Component] { Component.ofYuno }
    package var operations: [Operation] {
        Operation.ofYunoSessions + Operation.ofYunoPayments + Operation.ofYunoDevice
            + Self.payerOperations(Self.bankPage, id: "BankPage", tag: .yunoPages)
            + Self.payerOperations(Self.issuerPage, id: "IssuerPage", tag: .yunoPages)
            + Self.payerOperations(Self.walletPage, id: "WalletPage", tag: .yunoPages)
    }
    package var pathParameters: [Parameter] {
        [
            Parameter(
                place: .path, name: "session", about: "ID of the checkout session", schema: .uuid,
                example: .string(YunoExamples.sessionID)),
            Parameter(
                place: .path, name: "tid", about: "ID of the transaction", schema: .uuid,
                example: .string(YunoExamples.transactionID)),
            Parameter(
                place: .path, name: "handle", about: "Secret part of the page's URL",
                schema: .text(matching: "^[0-9a-f]{32}$"), example: "000102030405060708090a0b0c0d0e0f"),
        ]
    }
}

extension Tag {
    fileprivate static let yunoSessions = Tag(
        "Checkout sessions", "Sessions to be paid, for the merchant's server.", exampleID: YunoExamples.sessionID)
    fileprivate static let yunoPayments = Tag(
        "Payments", "Payments of sessions, for the merchant's server.", exampleID: YunoExamples.paymentID)
    fileprivate static let yunoDevice = Tag(
        "The SDK", "Requests of the SDK.", exampleID: YunoExamples.sessionID)
    fileprivate static let yunoPages = Tag(
        "The payer's pages", "Pages that the payer sees in a browser. They need no key: their URLs are secret.",
        exampleID: YunoExamples.paymentID, isOfPages: true)
}

extension Parameter {
    fileprivate static let yunoIdempotencyKey = Parameter(
        place: .header, name: YunoHeader.idempotencyKey, about: "A key for repetitions of the same request",
        schema: .uuid, example: "30000000-0000-4000-8000-0000000000d1")
}

extension Link {
    fileprivate static func session(_ operationID: String) -> Link {
        .to(operationID, "$response.body#/checkout_session", parameter: "session")
    }
}

extension SandboxError {
    fileprivate static let yunoKey =
        [SandboxError(.invalidCredentials, "The API key is missing or wrong.")]
        + ofTheDefaultKey
    fileprivate static let yunoSession = SandboxError(
        .checkoutSessionNotFound, "There is no such checkout session, or its time is over.")
    fileprivate static let yunoPayment = SandboxError(.paymentNotFound, "There is no such payment.")
    fileprivate static let yunoTransaction = SandboxError(.transactionNotFound, "The payment has no such transaction.")
    fileprivate static let yunoStatus = SandboxError(.invalidStatus, "The payment's status does not allow it.")
    fileprivate static let yunoMember = [
        required("merchant_order_id", "Found nothing, expected a string."),
        invalid("amount.value", "Found the number -1, expected a number from 0 to 99999999999999.9999."),
        SandboxError(400, "card_data", "The sandbox takes no card data.", field: "card.number"),
    ]
    fileprivate static let yunoKeys = [
        SandboxError(.requestInProcess, "The first request with this idempotency key is still in progress."),
        SandboxError(.idempotencyDuplicated, "The first request with this idempotency key failed."),
    ]
    fileprivate static let yunoLimits = [
        SandboxError(.invalidAmount, "Found 11, expected more than 0 and at most 10.50.", field: "amount.value"),
        SandboxError(.currencyNotAllowed, "Found USD, expected BRL, as the payment's.", field: "amount.currency"),
    ]
}

extension Operation {
    fileprivate static let ofYunoSessions = [
        Operation(
            method: .post, path: YunoProvider.sessionsPath, id: "createSession", tag: .yunoSessions,
            summary: "Create a checkout session",
            about: "The session's scenario applies to its payment.",
            body: .of(.yunoCreateSession),
            answers: [
                .shown(
                    .yunoSession, "The session",
                    links: [
                        Link.session("showSession"), Link.session("listMethods"), Link.session("pay"),
                        Link.session("showDevicePayment"),
                    ])
            ],
            refusals: SandboxError.yunoMember + SandboxError.yunoKey, takesScenario: true),
        Operation(
            method: .get, path: "\(YunoProvider.sessionsPath)/{session}", id: "showSession", tag: .yunoSessions,
            summary: "Show a checkout session",
            answers: [.shown(.yunoSession, "The session")], refusals: [.yunoSession] + SandboxError.yunoKey),
        Operation(
            method: .get, path: "\(YunoProvider.sessionsPath)/{session}/payment-methods", id: "listMethods",
            tag: .yunoSessions, summary: "List the payment methods of a session",
            answers: [.shown(.yunoPaymentMethods, "The methods")],
            refusals: [.yunoSession] + SandboxError.yunoKey),
    ]

    fileprivate static let ofYunoPayments =
        [
            Operation(
                method: .get, path: YunoProvider.paymentsPath, id: "listPayments", tag: .yunoPayments,
                summary: "List the payments of an order, newest first",
                parameters: [
                    .query("merchant_order_id", "The merchant's own id of the order", .text, example: "order-42")
                ],
                answers: [.shown(.yunoPaymentList, "The payments")],
                refusals: [.required("merchant_order_id", "Found nothing, expected the id of an order.")]
                    + SandboxError.yunoKey),
            Operation(
                method: .get, path: "\(YunoProvider.paymentsPath)/{id}", id: "showPayment", tag: .yunoPayments,
                summary: "Show a payment",
                answers: [.shown(.yunoPayment, "The payment")], refusals: [.yunoPayment] + SandboxError.yunoKey),
        ] + [
            change("capture", "Capture what was authorized", .yunoCapture, SandboxError.yunoLimits),
            change("cancel", "Cancel a payment that is pending", .yunoCancel, []),
            change("refund", "Refund what was paid", .yunoRefund, SandboxError.yunoLimits),
        ]

    private static func change(
        _ name: String, _ summary: String, _ body: Component, _ refusals: [SandboxError]
    ) -> Operation {
        Operation(
            method: .post, path: "\(YunoProvider.paymentsPath)/{id}/transactions/{tid}/\(name)", id: name,
            tag: .yunoPayments, summary: summary,
            parameters: [.yunoIdempotencyKey], body: .of(body),
            answers: [.shown(.yunoPayment, "The payment, with one more transaction")],
            refusals: [.yunoPayment, .yunoTransaction, .yunoStatus] + refusals + SandboxError.yunoKeys
                + SandboxError.yunoMember + SandboxError.yunoKey)
    }

    fileprivate static let ofYunoDevice = [
        Operation(
            method: .get, path: "v1/sdk/configuration", id: "showConfiguration", tag: .yunoDevice,
            summary: "Initialize the SDK",
            answers: [.shown(.yunoConfiguration, "What the SDK can do")], refusals: SandboxError.yunoKey),
        Operation(
            method: .post, path: YunoProvider.devicePath, id: "pay", tag: .yunoDevice,
            summary: "Pay a session, or open its payment again",
            body: .of(.yunoPay),
            answers: [
                .created(.yunoDevicePayment, "The new payment"),
                .shown(.yunoDevicePayment, "The session's payment, which is still pending"),
            ],
            refusals: [
                .yunoSession, .yunoStatus,
                SandboxError(.unavailablePaymentMethod, "Found \"CASH\", expected PIX.", field: "payment_method.type"),
                SandboxError(.currencyNotAllowed, "Found USD, expected BRL.", field: "amount.currency"),
                SandboxError(.invalidAmount, "Found 0, which only verifies a card.", field: "amount.value"),
            ] + SandboxError.yunoMember + SandboxError.yunoKey, takesScenario: true),
        Operation(
            method: .get, path: YunoProvider.devicePath, id: "showDevicePayment", tag: .yunoDevice,
            summary: "Show the status of a session's payment",
            answers: [.shown(.yunoDevicePayment, "The payment")],
            refusals: [.yunoSession, .yunoPayment] + SandboxError.yunoKey),
        Operation(
            method: .post, path: "\(YunoProvider.devicePath)/confirm", id: "confirm", tag: .yunoDevice,
            summary: "Submit a wallet sheet that the person confirmed",
            answers: [.shown(.yunoDevicePayment, "The payment")],
            refusals: [.yunoSession, .yunoPayment, .yunoStatus] + SandboxError.yunoKey),
        Operation(
            method: .post, path: "\(YunoProvider.devicePath)/close", id: "close", tag: .yunoDevice,
            summary: "Report that the person closed the window; changes nothing",
            answers: [.shown(.yunoDevicePayment, "The payment")],
            refusals: [.yunoSession, .yunoPayment] + SandboxError.yunoKey),
    ]
}
