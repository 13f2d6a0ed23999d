import CheckoutContracts
import Sandbox
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

@Suite("Refusals at Yuno") struct YunoRefusalTests {
    private static let unknown = "00000000-0000-4000-8000-0000000000ff"

    @Test("A missing or wrong half of the key is refused with 401 INVALID_CREDENTIALS")
    func credentials() async throws {
        try await YunoSandbox.run { sandbox in
            let id = Self.unknown
            for headers in [
                [], [("public-api-key", "sandbox")], [("private-secret-key", "sandbox")],
                [("public-api-key", "sandbox"), ("private-secret-key", "sandbox2")],
                [("public-api-key", "other"), ("private-secret-key", "sandbox")],
            ] {
                let answer = try await sandbox.send("GET", "/v1/payments/\(id)", headers: headers)
                #expect(answer.status == 401)
                #expect(answer.code == "INVALID_CREDENTIALS")
                #expect(answer.headers["www-authenticate"] == nil)
            }
            for headers in [[], [("public-api-key", "other")]] {
                let answer = try await sandbox.send("GET", "/v1/sdk/configuration", headers: headers)
                #expect(answer.status == 401)
                #expect(answer.code == "INVALID_CREDENTIALS")
            }
            let configuration = try await sandbox.send(
                "GET", "/v1/sdk/configuration", headers: [("public-api-key", "sandbox")])
            #expect(configuration.status == 200)
            #expect(configuration.json["languages"]?.arrayValue?.count == 20)
        }
    }

    @Test("A member at fault is refused with its name and Yuno's code for it")
    func members() async throws {
        try await YunoSandbox.run { sandbox in
            let valid = try YunoSandbox.sessionBody().objectValue ?? [:]
            let rows: [(String, JSON?, String, String)] = [
                ("account_id", "1", "INVALID_ACCOUNT_ID", "account_id"),
                ("account_id", nil, "MISSING_PARAMETERS", "account_id"),
                ("merchant_order_id", "ab", "INVALID_PARAMETERS", "merchant_order_id"),
                ("country", "XXX", "COUNTRY_NOT_SUPPORTED", "country"),
                ("amount", ["currency": "XXX", "value": 1], "CURRENCY_NOT_ALLOWED", "amount.currency"),
                ("amount", ["currency": "BRL", "value": -1], "INVALID_AMOUNT", "amount.value"),
                ("amount", ["currency": "BRL"], "MISSING_PARAMETERS", "amount.value"),
                ("callback_url", "javascript:alert(1)", "INVALID_PARAMETERS", "callback_url"),
                ("callback_url", "http://shop.example/", "INVALID_PARAMETERS", "callback_url"),
                ("installments", ["plan": []], "INVALID_PARAMETERS", "installments"),
            ]
            for (name, value, code, path) in rows {
                var body = valid
                body[name] = value
                let answer = try await sandbox.merchant("POST", "/v1/checkout/sessions", .object(body))
                #expect(answer.status == 400)
                #expect(answer.code == code, "\(name): \(answer.text)")
                #expect(answer.json["messages"]?.arrayValue?.first?.stringValue?.hasPrefix("\(path): ") == true)
            }
            let many = try await sandbox.merchant("POST", "/v1/checkout/sessions", ["workflow": "x"])
            #expect(many.json["messages"]?.arrayValue?.count == 6)
            let text = try await sandbox.merchant("POST", "/v1/checkout/sessions")
            #expect(text.code == "INVALID_REQUEST")
        }
    }

    @Test("Unknown IDs and expired sessions are refused with 400")
    func unknownIDs() async throws {
        try await YunoSandbox.run { sandbox in
            let session = try await sandbox.session()
            let payment = try #require(try await sandbox.pay(session, by: "PIX").json["payment"]?.stringValue)
            for id in [Self.unknown, "x"] {
                #expect(try await sandbox.merchant("GET", "/v1/payments/\(id)").code == "PAYMENT_NOT_FOUND")
                #expect(
                    try await sandbox.merchant("GET", "/v1/checkout/sessions/\(id)").code
                        == "CHECKOUT_SESSION_NOT_FOUND")
                #expect(try await sandbox.pay(id, by: "PIX").code == "CHECKOUT_SESSION_NOT_FOUND")
                let refund = try await sandbox.merchant(
                    "POST", "/v1/payments/\(payment)/transactions/\(id)/refund", ["merchant_reference": "ref"])
                #expect(refund.status == 400)
                #expect(refund.code == "TRANSACTION_NOT_FOUND")
            }
            let other = try await sandbox.session()
            #expect(try await sandbox.device("GET", other).code == "PAYMENT_NOT_FOUND")
            sandbox.clock.advance(by: .seconds(5 * 3600 - 1))
            #expect(try await sandbox.merchant("GET", "/v1/checkout/sessions/\(other)").status == 200)
            sandbox.clock.advance(by: .seconds(1))
            #expect(try await sandbox.pay(other, by: "PIX").code == "CHECKOUT_SESSION_NOT_FOUND")
            // The payment outlives its session.
            #expect("\(try await sandbox.payment(payment).status)" == "EXPIRED/EXPIRED")
            #expect(try await sandbox.merchant("DELETE", "/v1/payments/\(payment)").status == 405)
            #expect(try await sandbox.merchant("DELETE", "/v1/payments/\(payment)").code == "UNSUPPORTED_METHOD")
        }
    }

    @Test("Another merchant's sessions and payments are unknown")
    func tenants() async throws {
        let other = APIKey(id: "other", secret: "other-secret")
        try await YunoSandbox.run(keys: [YunoSandbox.key, other]) { sandbox in
            let session = try await sandbox.session()
            let payment = try #require(try await sandbox.pay(session, by: "PIX").json["payment"]?.stringValue)
            let shown = try await sandbox.merchant("GET", "/v1/payments/\(payment)", key: other)
            #expect(shown.code == "PAYMENT_NOT_FOUND")
            let device = try await sandbox.device("GET", session, publicKey: other.id)
            #expect(device.code == "CHECKOUT_SESSION_NOT_FOUND")
        }
    }

    @Test("A method must fit the session: its currency, its decimals, its token")
    func methods() async throws {
        try await YunoSandbox.run { sandbox in
            func code(_ method: String, token: String? = nil, value: String = "10.00", currency: String = "BRL")
                async throws -> String?
            {
                let session = try await sandbox.session(value: value, currency: currency)
                return try await sandbox.pay(session, by: method, token: token).code
            }
            #expect(try await code("CASH") == "UNAVAILABLE_PAYMENT_METHOD")
            #expect(try await code("PIX", currency: "USD") == "CURRENCY_NOT_ALLOWED")
            #expect(try await code("PIX", value: "10.001") == "INVALID_AMOUNT")
            #expect(try await code("PIX", value: "0") == "INVALID_AMOUNT")
            #expect(try await code("CARD", token: "tok_nothing") == "INVALID_PARAMETERS")
            #expect(try await code("APPLE_PAY", currency: "JPY") == nil)
            let session = try await sandbox.session()
            let noToken = try await sandbox.device(
                "POST", session, "", ["payment_method": ["type": "CARD"], "country_code": "BR"])
            #expect(noToken.code == "MISSING_PARAMETERS")
            let listed = try await sandbox.merchant("GET", "/v1/checkout/sessions/\(session)/payment-methods")
            #expect(listed.json["payment_methods"]?.arrayValue?.count == 4)
        }
    }

    @Test("Card numbers and security codes are refused, and none of them are stored")
    func cardData() async throws {
        try await YunoSandbox.run { sandbox in
            let session = try await sandbox.session()
            let number = "4111111111111111"
            let answer = try await sandbox.device(
                "POST", session, "",
                ["payment_method": ["type": "CARD", "vaulted_token": .string(number)], "country_code": "BR"])
            #expect(answer.status == 400)
            #expect(answer.code == "INVALID_PARAMETERS")
            #expect(!answer.text.contains(number))
            #expect(!(try await sandbox.control("GET", "requests?limit=100").text).contains(number))
        }
    }

    // MARK: What a status does not allow

    @Test("A payment in its challenge cannot be canceled, and an ended one cannot change")
    func wrongStatus() async throws {
        try await YunoSandbox.run { sandbox in
            let session = try await sandbox.session(scenario: "payment.challenge")
            let challenged = try #require(try await sandbox.pay(session, by: "CARD").json["payment"]?.stringValue)
            #expect(try await sandbox.operate("cancel", challenged).code == "INVALID_STATUS")
            #expect(try await sandbox.operate("refund", challenged).code == "INVALID_STATUS")
            #expect("\(try await sandbox.payment(challenged).status)" == "PENDING/WAITING_ADDITIONAL_STEP")

            let paid = try await sandbox.pay(try await sandbox.session(), by: "CARD")
            let payment = try #require(paid.json["payment"]?.stringValue)
            #expect(try await sandbox.operate("cancel", payment).code == "INVALID_STATUS")
            #expect(try await sandbox.operate("capture", payment).code == "INVALID_STATUS")
            #expect("\(try await sandbox.payment(payment).status)" == "SUCCEEDED/APPROVED")
        }
    }

    @Test("A capture happens once, up to the held amount; a refund takes at most the rest")
    func amounts() async throws {
        try await YunoSandbox.run { sandbox in
            let paid = try await sandbox.pay(try await sandbox.session(capture: false), by: "CARD")
            let payment = try #require(paid.json["payment"]?.stringValue)
            #expect(try await sandbox.operate("capture", payment, amount: "10.0001").code == "INVALID_AMOUNT")
            #expect(try await sandbox.operate("capture", payment, amount: "0").code == "INVALID_AMOUNT")
            #expect(try await sandbox.operate("capture", payment, amount: "6.5").status == 200)
            #expect(try await sandbox.operate("capture", payment, amount: "3.5").code == "INVALID_STATUS")
            #expect(try await sandbox.operate("refund", payment, amount: "1").code == "INVALID_STATUS")
            let capture = 1
            #expect(
                try await sandbox.operate("refund", payment, transaction: capture, amount: "6.5001").code
                    == "INVALID_AMOUNT")
            #expect(try await sandbox.operate("refund", payment, transaction: capture, amount: "6").status == 200)
            #expect(
                try await sandbox.operate("refund", payment, transaction: capture, amount: "0.5001").code
                    == "INVALID_AMOUNT")
            #expect(try await sandbox.operate("refund", payment, transaction: capture).status == 200)
            let ended = try await sandbox.payment(payment)
            #expect("\(ended.status)" == "REFUNDED/REFUNDED")
            #expect(ended.amount?.captured == ExactDecimal("6.5"))
            #expect(ended.amount?.refunded == ExactDecimal("6.5"))
            #expect(ended.transactions.map(\.type) == [.authorize, .capture, .refund, .refund])
            #expect(try await sandbox.operate("refund", payment, transaction: capture).code == "INVALID_STATUS")
        }
    }

    @Test("A capture in another currency is refused")
    func currency() async throws {
        try await YunoSandbox.run { sandbox in
            let session = try await sandbox.session(currency: "USD", capture: false)
            let payment = try #require(try await sandbox.pay(session, by: "CARD").json["payment"]?.stringValue)
            #expect(try await sandbox.operate("capture", payment, amount: "1").code == "CURRENCY_NOT_ALLOWED")
        }
    }
}
