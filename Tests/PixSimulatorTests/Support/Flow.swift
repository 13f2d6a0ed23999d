import PixSimulator
import Testing
import ToqueEncoding

/// The merchant's steps, one function each.
extension Simulation {
    static let signals: JSON = [
        "deviceId": "K78c0ffee", "osVersion": "12", "userTimeZoneOffset": "-03", "language": "pt",
        "screenDimensions": ["height": 1080, "width": 1920], "accountTenure": "2024-01-31",
    ]
    static let customer = "20000000-0000-4000-8000-000000000001"
    static let institution = "10000000-0000-4000-8000-000000000001"
    static let account = "30000000-0000-4000-8000-000000000001"

    static func enrollmentBody(
        signals: JSON = signals, platform: String = "CROSS_PLATFORM", callback: String = "https://loja.example/volta"
    ) -> JSON {
        [
            "type": "open_finance_biometric_pix",
            "details": [
                "customer": .string(customer), "institution": .string(institution), "name": "600f1b4a-Mobile",
                "platform": .string(platform), "callback_url": .string(callback), "risk_signals": signals,
            ],
        ]
    }

    static func intentBody(enrollment: String, amount: JSON = .string("0.13")) -> JSON {
        [
            "amount": amount, "allowed_payment_method_types": ["open_finance_biometric_pix"],
            "customer": .string(customer), "description": "Pedido 1", "statement_description": "LOJA",
            "payment_method_details": [
                "open_finance_biometric_pix": [
                    "beneficiary_bank_account": .string(account), "enrollment": .string(enrollment),
                ]
            ],
            "confirm": true,
        ]
    }

    func createEnrollment(_ body: JSON = enrollmentBody()) async throws -> JSON {
        let answer = try await post("/enrollments/", body)
        #expect(answer.status == 201, "\(answer.text)")
        return answer.json
    }

    /// The parameters of the callback URL after the decision.
    func decide(_ enrollment: JSON, _ form: String = "decision=approve") async throws -> JSON {
        let url = try #require(enrollment["details"]?["redirect_url"]?.stringValue)
        let answer = try await send("POST", path(url), body: Array(form.utf8), key: nil)
        #expect(answer.status == 303, "\(answer.text)")
        let location = try #require(answer.headers["location"])
        let query = try #require(location.split(separator: "?").last)
        var parameters = JSONObject()
        for (name, value) in try #require(FormURLEncoding.decode(query)) { parameters[name] = .string(value) }
        return .object(parameters)
    }

    /// Pages keep their path if a restart changes the port.
    func path(_ url: String) -> String {
        "/" + url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true).dropFirst(2).joined()
    }

    func complete(_ parameters: JSON) async throws -> Answer {
        try await post("/enrollments/complete-redirection/", parameters)
    }

    func enrollment(_ id: String) async throws -> JSON { try await get("/enrollments/\(id)/").json }

    func options(_ id: String) async throws -> JSON {
        let answer = try await get("/enrollments/\(id)/fido-registration-options/")
        #expect(answer.status == 200, "\(answer.text)")
        return answer.json
    }

    /// An enrollment that awaits its credential, with its options.
    func begunEnrollment(_ body: JSON = enrollmentBody()) async throws -> (id: String, options: JSON) {
        let enrollment = try await createEnrollment(body)
        let id = try #require(enrollment["id"]?.stringValue)
        #expect(try await complete(decide(enrollment)).status == 200)
        clock.advance(by: .seconds(1))
        return (id, try await options(id))
    }

    /// A successful enrollment, with its device.
    func enrolled(
        _ seed: String = "device", counter: UInt32 = 0, body: JSON = enrollmentBody()
    ) async throws -> (id: String, device: TestDevice) {
        var device = try TestDevice(seed: seed)
        let (id, options) = try await begunEnrollment(body)
        var ceremony = TestDevice.Ceremony()
        ceremony.counter = counter
        #expect(try await post("/enrollments/\(id)/confirm/", device.register(options, ceremony)).status == 204)
        clock.advance(by: .seconds(1))
        #expect(try await enrollment(id)["status"] == "SUCCEEDED")
        return (id, device)
    }

    func createIntent(_ enrollment: String) async throws -> (id: String, options: JSON) {
        let answer = try await post("/payment-intents/", Self.intentBody(enrollment: enrollment))
        #expect(answer.status == 201, "\(answer.text)")
        let information = answer.json["payment_method_information"]?["open_finance_biometric_pix"]
        return (
            try #require(answer.json["id"]?.stringValue), try #require(information?["fido_options"])
        )
    }

    func intent(_ id: String) async throws -> JSON { try await get("/payment-intents/\(id)/").json }
}
