import CheckoutContracts
import SandboxKit
import ToqueEncoding

enum EcommpayComponents {
    static let examplePayment = "ord-42"
    static let exampleSession = "AAAAAAAAAAAAAAAAAAAAAA.10000000-0000-4000-8000-000000000001"
    static let exampleHandle = "0123456789abcdef0123456789abcdef"
    private static let exampleSignature = String(repeating: "A", count: 86) + "=="

    static let all = [
        options, session, sessionState, payRequest, clarificationRequest, gateRequest, gateAnswer, statusAnswer,
        payment,
        sessionPayment, operation,
    ]

    // MARK: Requests

    static let options = Component(
        "PaymentOptions", EcommpayPaymentOptions.schema,
        example: [
            "project_id": 10, "payment_id": .string(examplePayment), "payment_amount": 1999, "payment_currency": "USD",
            "customer_id": "10", "additional_fields": [["name": "email", "value": "ana@loja.example"]],
            "signature": .string(exampleSignature),
        ])

    static let payRequest = Component(
        "PayRequest", EcommpayPayRequest.schema, example: ["method": "card", "token": "tok_success"])

    static let clarificationRequest = Component(
        "ClarificationRequest", EcommpayClarificationRequest.schema,
        example: [
            "fields": [
                "billing_country": "BR", "billing_city": "São Paulo", "billing_postal": "01310",
                "billing_address": "Rua 1",
            ]
        ])

    static let gateRequest = Component(
        "GateRequest", EcommpayGateRequest.schema,
        example: [
            "general": [
                "project_id": 10, "payment_id": .string(examplePayment), "signature": .string(exampleSignature),
            ], "payment": ["amount": 1999, "currency": "USD"],
        ])

    // MARK: Responses

    private static let shownPayment: JSONObject = [
        "id": .string(examplePayment), "type": "purchase", "status": "success", "date": "2026-03-01T12:00:00+0000",
        "method": "card", "sum": ["amount": 1999, "currency": "USD"], "description": "",
    ]

    static let payment = Component("Payment", EcommpayCallbackPayment.schema, example: .object(shownPayment))

    static let operation = Component(
        "Operation", EcommpayCallbackOperation.schema,
        example: [
            "id": 70_001, "type": "sale", "status": "success", "date": "2026-03-01T12:00:00+0000",
            "created_date": "2026-03-01T12:00:00+0000", "request_id": "00", "code": "0", "message": "Success",
            "sum_initial": ["amount": 1999, "currency": "USD"],
        ])

    static let gateAnswer = Component(
        "GateAnswer",
        .answer(
            .required("status", .choice(["success"])), .required("request_id", .text),
            .required("project_id", .integer(0...Int(Int32.max))), .required("payment_id", .text)),
        example: [
            "status": "success", "request_id": "00", "project_id": 10, "payment_id": .string(examplePayment),
        ])

    static let statusAnswer = Component(
        "StatusAnswer",
        .answer(
            .required("status", .choice(["success"])), .required("request_id", .text),
            .required("project_id", .integer(0...Int(Int32.max))), .required("payment_id", .text),
            .required("payment", .component(payment)), .required("operations", .array(of: .component(operation))),
            .optional("customer", .freeObject), .optional("recurring", .freeObject)),
        example: [
            "status": "success", "request_id": "00", "project_id": 10, "payment_id": .string(examplePayment),
            "payment": payment.example, "operations": [operation.example],
        ])

    static let sessionPayment = Component(
        "SessionPayment",
        .answer(
            .required("id", .text), .required("type", .text), .required("status", EcommpayPaymentStatus.schema),
            .required("date", .text), .optional("method", .text), .required("sum", EcommpaySum.schema),
            .required("description", .text), .optional("token", .text), .optional("account", .freeObject),
            .optional("recurring", .freeObject)),
        example: .object(shownPayment))

    private static let named = JSONSchema.answer(.required("name", .text), .required("required", .boolean))

    static let sessionState = Component(
        "SessionState",
        .answer(
            .required("payment", .component(sessionPayment)), .optional("operation", .component(operation)),
            .optional("acs_url", .url), .optional("redirect_url", .url),
            .optional("clarification_fields", .array(of: named)), .optional("cascading_with_redirect", .boolean)),
        example: ["payment": sessionPayment.example, "operation": operation.example])

    static let session = Component(
        "Session",
        .answer(
            .required("session", .text),
            .required(
                "payment_methods",
                .array(of: .answer(.required("code", .text), .required("form", .choice(["native", "page"]))))),
            .required("languages", .array(of: .choice(EcommpayPaymentOptions.Language.self))),
            .required("fields", .array(of: named)),
            .required(
                "saved_accounts",
                .array(of: .answer(.required("id", .text), .required("type", .text), .required("number", .text)))),
            .required("payment", .component(sessionPayment)), .optional("operation", .component(operation)),
            .optional("acs_url", .url), .optional("redirect_url", .url),
            .optional("clarification_fields", .array(of: named)), .optional("cascading_with_redirect", .boolean)),
        example: [
            "session": .string(exampleSession), "payment_methods": [["code": "card", "form": "native"]],
            "languages": ["en"], "fields": [["name": "first_name", "required": false]], "saved_accounts": [],
            "payment": sessionPayment.example,
        ])
}
