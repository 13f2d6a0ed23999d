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
        "GateAnswer", EcommpayGateAnswer.schema,
        example: EcommpayGateAnswer(requestID: "00", projectID: 10, paymentID: examplePayment).json)

    static let statusAnswer = Component(
        "StatusAnswer", EcommpayStatusAnswer.schema,
        example: [
            "status": "success", "request_id": "00", "project_id": 10, "payment_id": .string(examplePayment),
            "payment": payment.example, "operations": [operation.example],
        ])

    static let sessionPayment = Component(
        "SessionPayment", EcommpaySessionPayment.schema, example: .object(shownPayment))

    static let sessionState = Component(
        "SessionState", EcommpaySessionState.schema,
        example: ["payment": sessionPayment.example, "operation": operation.example])

    static let session = Component(
        "Session", EcommpayOpenedSession.schema,
        example: [
            "session": .string(exampleSession), "payment_methods": [["code": "card", "form": "native"]],
            "languages": ["en"], "fields": [["name": "first_name", "required": false]], "saved_accounts": [],
            "payment": sessionPayment.example,
        ])
}
