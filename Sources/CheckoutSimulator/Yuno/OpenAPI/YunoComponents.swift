import CheckoutContracts
import SandboxKit
import ToqueEncoding

/// Example values.
enum YunoExamples {
    static let sessionID = "20000000-0000-4000-8000-0000000000a1"
    static let paymentID = "20000000-0000-4000-8000-0000000000b1"
    static let transactionID = "20000000-0000-4000-8000-0000000000c1"
    /// 2026-03-01T12:00:00Z
    private static let time = Timestamp(microseconds: 1_772_366_400_000_000)
    private static let amount = YunoAmount(
        currency: Currency("BRL") ?? .blank, value: ExactDecimal(minorUnits: 1050, exponent: 2))

    static let createSession = CreateYunoSessionRequest(
        accountID: YunoProvider.accountID, merchantOrderID: "order-42", paymentDescription: "A lamp", country: "BR",
        amount: amount, callbackURL: "https://shop.example/return")

    static let session = YunoSession(
        id: sessionID, request: createSession, createdAt: time, expiresAt: time + .seconds(5 * 3600))

    static let payment: YunoPayment = {
        var payment = YunoPayment(id: paymentID, status: .final(.approved))
        payment.accountID = YunoProvider.accountID
        payment.merchantOrderID = createSession.merchantOrderID
        payment.description = createSession.paymentDescription
        payment.country = createSession.country
        payment.amount = YunoPayment.Amount(amount, captured: amount.value)
        payment.checkout = YunoPayment.Checkout(session: sessionID, isSDKActionRequired: false)
        payment.paymentMethod = YunoPayment.Method(type: YunoPaymentMethodType.pix.rawValue)
        var transaction = YunoTransaction(
            id: transactionID, type: .purchase, status: .final(.succeeded), amount: amount, createdAt: time)
        transaction.responseCode = .succeeded
        payment.transactions = [transaction]
        payment.createdAt = time
        payment.updatedAt = time
        return payment
    }()

    static let devicePayment = YunoDevicePayment(
        session: sessionID, payment: paymentID, status: .pending(.waitingAdditionalStep), amount: amount,
        paymentMethodType: YunoPaymentMethodType.card.rawValue,
        action: YunoAction(
            .challenge, url: "http://localhost:8420/challenge/000102030405060708090a0b0c0d0e0f",
            expiresAt: time + .seconds(600)))
}

extension Component {
    static let yunoCreateSession = Component(
        "CreateSession", CreateYunoSessionRequest.schema, example: YunoExamples.createSession.json)
    static let yunoSession = Component("Session", YunoSession.schema, example: YunoExamples.session.json)
    static let yunoPaymentMethods = Component(
        "PaymentMethods",
        .answer(
            .required("checkout_session", .uuid),
            .required(
                "payment_methods",
                .array(
                    of: .answer(
                        .required("type", .choice(YunoPaymentMethodType.self)), .required("name", .text),
                        .required("vaulted_token", JSONSchema.text.orNull))))),
        example: [
            "checkout_session": .string(YunoExamples.sessionID),
            "payment_methods": [["type": "PIX", "name": "Pix", "vaulted_token": .null]],
        ])
    static let yunoPayment = Component("Payment", YunoPayment.schema, example: YunoExamples.payment.json)
    static let yunoPaymentList = Component(
        "Payments", .array(of: .component("Payment")), example: [YunoExamples.payment.json])
    static let yunoCapture = Component(
        "Capture", YunoCaptureRequest.schema,
        example: YunoCaptureRequest(merchantReference: "capture-1", reason: .productConfirmed).json)
    static let yunoCancel = Component(
        "Cancel", YunoCancelRequest.schema, example: YunoCancelRequest(merchantReference: "cancel-1").json)
    static let yunoRefund = Component(
        "Refund", YunoRefundRequest.schema, example: YunoRefundRequest(merchantReference: "refund-1").json)
    static let yunoConfiguration = Component(
        "Configuration",
        .answer(
            .required("payment_method_types", .array(of: .choice(YunoPaymentMethodType.self))),
            .required("languages", .array(of: .choice(YunoLanguage.self)))),
        example: YunoProvider.configuration)
    static let yunoPay = Component(
        "Pay", YunoDevicePaymentRequest.schema,
        example: YunoDevicePaymentRequest(
            paymentMethod: .init(type: YunoPaymentMethodType.card.rawValue, vaultedToken: YunoTestValues.usualToken),
            countryCode: "BR", language: "EN"
        ).json)
    static let yunoDevicePayment = Component(
        "DevicePayment", YunoDevicePayment.schema, example: YunoExamples.devicePayment.json)

    static let ofYuno = [
        yunoCreateSession, yunoSession, yunoPaymentMethods, yunoPayment, yunoPaymentList, yunoCapture, yunoCancel,
        yunoRefund, yunoConfiguration, yunoPay, yunoDevicePayment,
    ]
}
