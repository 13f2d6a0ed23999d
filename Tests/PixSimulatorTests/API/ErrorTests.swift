import PixAPI
import Sandbox
import Testing
import ToqueEncoding

/// Faults that HTTP reports: the answer is an array of errors, and nothing has changed.
@Suite struct ErrorTests {
    private func expectError(
        _ answer: Simulation.Answer, _ status: Int, _ code: String, _ field: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(answer.status == status, "\(answer.text)", sourceLocation: sourceLocation)
        let items = APIErrorItem.items(json: answer.json)
        #expect(items.count == 1, sourceLocation: sourceLocation)
        #expect(items.first?.code == code, "\(answer.text)", sourceLocation: sourceLocation)
        #expect(items.first?.field == field, "\(answer.text)", sourceLocation: sourceLocation)
        #expect(items.first?.message?.stringValue?.isEmpty == false, sourceLocation: sourceLocation)
        #expect(items.first?.requestID == answer.headers["x-request-id"], sourceLocation: sourceLocation)
    }

    private static let signals = [
        "deviceId", "osVersion", "userTimeZoneOffset", "language", "screenDimensions", "accountTenure",
    ]
    private static let ofPhones = ["isRootedDevice", "screenBrightness", "elapsedTimeSinceBoot"]

    private func fields(of answer: Simulation.Answer) -> [String] {
        answer.json.arrayValue?.compactMap { $0["field"]?.stringValue } ?? []
    }

    @Test("An authorization reports every fault of its assertion and of its risk signals at once")
    func namesEveryFaultOfAnAuthorization() async throws {
        try await Simulation.run { simulation in
            let signals = try #require(Simulation.signals.objectValue).adding([
                "isRootedDevice": false, "screenBrightness": 1, "elapsedTimeSinceBoot": 1,
            ])
            let (enrollment, device) = try await simulation.enrolled(
                body: Simulation.enrollmentBody(signals: .object(signals), platform: "ANDROID"))
            let (id, options) = try await simulation.createIntent(enrollment)
            let path = "/payment-intents/\(id)/authorize/"
            var body = try #require(try device.sign(options, signals: [:]).objectValue)
            let missing = (Self.signals + Self.ofPhones).map { "risk_signals.\($0)" }
            #expect(fields(of: try await simulation.post(path, .object(body))) == missing)
            body["assertion"] = [:]
            let answer = fields(of: try await simulation.post(path, .object(body)))
            #expect(answer.filter { $0.hasPrefix("risk_signals") } == missing)
            #expect(answer.contains("assertion.response") && answer.contains("assertion.authenticatorAttachment"))
            #expect(try await simulation.intent(id)["status"] == "PENDING")
        }
    }

    @Test("A request without a valid API key is refused with 401")
    func authenticates() async throws {
        let second = APIKey(id: "loja", secret: "segredo: 1")
        try await Simulation.run(configure: { $0.sandbox.keys.append(second) }) { simulation in
            let wrong: [APIKey?] = [
                nil, APIKey(id: "sandbox", secret: "wrong"), APIKey(id: "loja", secret: "sandbox"),
                APIKey(id: "", secret: ""),
            ]
            for key in wrong {
                let answer = try await simulation.send("GET", "/institutions/", key: key)
                try expectError(answer, 401, "authentication_failed")
                #expect(answer.headers["www-authenticate"]?.hasPrefix("Basic") == true)
            }
            for header in ["Basic", "Basic !", "Bearer c2FuZGJveDpzYW5kYm94", "basic  c2FuZGJveDpzYW5kYm94x"] {
                let answer = try await simulation.send(
                    "GET", "/institutions/", headers: [("Authorization", header)], key: nil)
                try expectError(answer, 401, "authentication_failed")
            }
            for key in [APIKey.sandbox, second] {
                #expect(try await simulation.send("GET", "/institutions/", key: key).status == 200)
            }
        }
    }

    @Test("Unknown paths and objects are answered with 404, and wrong methods with 405")
    func answersUnknownPathsAndMethods() async throws {
        try await Simulation.run { simulation in
            for path in ["/", "/unknown/", "/payments/br/", "/enrollments/1/2/3/", "/payments/institutions/"] {
                try expectError(try await simulation.get(path), 404, "not_found")
            }
            let answer = try await simulation.send("DELETE", "/enrollments/")
            try expectError(answer, 405, "method_not_allowed")
            #expect(answer.headers["allow"] == "POST, GET")
            for kind in ["enrollments", "payment-intents", "customers", "bank-accounts", "charges", "transactions"] {
                let path = "/\(kind)/00000000-0000-4000-8000-000000000000/"
                try expectError(try await simulation.get(path), 404, "not_found")
            }
        }
    }

    @Test("An invalid enrollment is refused with the path of the member at fault")
    func namesTheMemberAtFault() async throws {
        try await Simulation.run { simulation in
            func enrollment(_ change: (inout JSONObject) -> Void) async throws -> Simulation.Answer {
                var body = try #require(Simulation.enrollmentBody().objectValue)
                var details = try #require(body["details"]?.objectValue)
                change(&details)
                body["details"] = .object(details)
                return try await simulation.post("/enrollments/", .object(body))
            }
            for name in ["customer", "institution", "platform", "risk_signals"] {
                try expectError(try await enrollment { $0[name] = nil }, 400, "required", "details.\(name)")
                try expectError(try await enrollment { $0[name] = 1 }, 400, "invalid", "details.\(name)")
            }
            let unknown = JSON.string("00000000-0000-4000-8000-000000000000")
            for name in ["customer", "institution"] {
                try expectError(try await enrollment { $0[name] = unknown }, 400, "invalid", "details.\(name)")
            }
            for signal in try #require(Simulation.signals.objectValue).names {
                var signals = try #require(Simulation.signals.objectValue)
                signals[signal] = nil
                try expectError(
                    try await enrollment { $0["risk_signals"] = .object(signals) }, 400, "required",
                    "details.risk_signals.\(signal)")
            }
            var empty = try await enrollment { $0["risk_signals"] = [:] }
            #expect(fields(of: empty) == Self.signals.map { "details.risk_signals.\($0)" })
            empty = try await enrollment { details in
                details["risk_signals"] = ["language": 1, "screenDimensions": ["height": 1]]
                details["platform"] = "IOS"
            }
            let all = Self.signals.map { $0 == "screenDimensions" ? "screenDimensions.width" : $0 } + Self.ofPhones
            #expect(fields(of: empty) == all.map { "details.risk_signals.\($0)" })
            for url in [
                "", "loja", "ftp://loja.example/", "http://loja.example/", "https://", "https://a@b/",
                "https://loja.example/#x", "https://loja.example/\r\nSet-Cookie: a=b", "javascript://localhost/",
            ] {
                try expectError(
                    try await enrollment { $0["callback_url"] = .string(url) }, 400, "invalid", "details.callback_url")
            }
            #expect(try await simulation.get("/enrollments/?device_id=K78c0ffee").json["count"] == 0)
        }
    }

    @Test("An enrollment accepts a customer as an object with its identifier or ID")
    func takesACustomerAsAnObject() async throws {
        try await Simulation.run { simulation in
            for customer in [["identifier": "12345678909"], ["id": .string(Simulation.customer)]] as [JSON] {
                var body = try #require(Simulation.enrollmentBody().objectValue)
                var details = try #require(body["details"]?.objectValue)
                details["customer"] = customer
                body["details"] = .object(details)
                let created = try await simulation.createEnrollment(.object(body))
                #expect(created["details"]?["customer"] == .string(Simulation.customer))
            }
        }
    }

    @Test("A payment intent with a wrong amount is refused")
    func refusesWrongAmounts() async throws {
        try await Simulation.run { simulation in
            let (enrollment, _) = try await simulation.enrolled()
            for text in ["0", "-1", "0.001", "1e1", #""1,50""#, "null", "true"] {
                let body = Simulation.intentBody(enrollment: enrollment, amount: try JSON(parsing: text))
                let answer = try await simulation.post("/payment-intents/", body)
                try expectError(answer, 400, text == "null" ? "required" : "invalid", "amount")
            }
            let number = Simulation.intentBody(enrollment: enrollment, amount: try JSON(parsing: "1234.1"))
            #expect(try await simulation.post("/payment-intents/", number).json["amount"] == "1234.10")
        }
    }

    @Test("An invalid payment intent is refused with the path of the member at fault")
    func refusesWrongIntents() async throws {
        try await Simulation.run { simulation in
            let (enrollment, _) = try await simulation.enrolled()
            func intent(_ change: (inout JSONObject) -> Void) async throws -> Simulation.Answer {
                var body = try #require(Simulation.intentBody(enrollment: enrollment).objectValue)
                change(&body)
                return try await simulation.post("/payment-intents/", .object(body))
            }
            try expectError(try await intent { $0["confirm"] = false }, 400, "invalid", "confirm")
            try expectError(
                try await intent { $0["allowed_payment_method_types"] = ["other"] }, 400, "invalid",
                "allowed_payment_method_types")
            let path = "payment_method_details.open_finance_biometric_pix"
            func details(account: String, enrollment: String) -> JSON {
                [
                    "open_finance_biometric_pix": [
                        "beneficiary_bank_account": .string(account), "enrollment": .string(enrollment),
                    ]
                ]
            }
            let noAccount = details(account: "x", enrollment: enrollment)
            try expectError(
                try await intent { $0["payment_method_details"] = noAccount }, 400, "invalid",
                "\(path).beneficiary_bank_account")
            let noEnrollment = details(account: Simulation.account, enrollment: "x")
            try expectError(
                try await intent { $0["payment_method_details"] = noEnrollment }, 400, "invalid",
                "\(path).enrollment")
            // An enrollment that is not complete.
            let pending = try #require(try await simulation.createEnrollment()["id"]?.stringValue)
            let early = details(account: Simulation.account, enrollment: pending)
            try expectError(
                try await intent { $0["payment_method_details"] = early }, 400, "invalid_status", "\(path).enrollment")
            // A closed account cannot receive a payment.
            let closed = try await simulation.send(
                "PATCH", "/bank-accounts/\(Simulation.account)/", body: (["active": false] as JSON).utf8)
            #expect(closed.json["active"] == false)
            try expectError(try await intent { _ in }, 400, "invalid", "\(path).beneficiary_bank_account")
        }
    }

    @Test("A confirmation that is early or malformed is refused and does not count")
    func confirmsOnlyInItsState() async throws {
        try await Simulation.run { simulation in
            var device = try TestDevice(seed: "device")
            let (id, options) = try await simulation.begunEnrollment()
            let body = try device.register(options)
            let other = try #require(try await simulation.createEnrollment()["id"]?.stringValue)
            try expectError(
                try await simulation.post("/enrollments/\(other)/confirm/", body), 400, "invalid_status")
            try expectError(try await simulation.post("/enrollments/unknown/confirm/", body), 404, "not_found", "id")
            var data = try #require(body["confirmation_data"]?.objectValue)
            data["rawId"] = "%%%"
            try expectError(
                try await simulation.post("/enrollments/\(id)/confirm/", ["confirmation_data": .object(data)]), 400,
                "invalid", "confirmation_data.rawId")
            data["rawId"] = nil
            try expectError(
                try await simulation.post("/enrollments/\(id)/confirm/", ["confirmation_data": .object(data)]), 400,
                "required", "confirmation_data.rawId")
            // None of the refused confirmations counted.
            #expect(try await simulation.post("/enrollments/\(id)/confirm/", body).status == 204)
        }
    }

    /// The regulator's examples are padded base64 in the standard alphabet.
    @Test("A credential in padded standard base64 is accepted")
    func takesPaddedBase64() async throws {
        try await Simulation.run { simulation in
            var device = try TestDevice(seed: "device")
            let (id, options) = try await simulation.begunEnrollment()
            func padded(_ json: JSON) -> JSON {
                switch json {
                case .object(let object):
                    var result = JSONObject()
                    for (name, value) in object { result[name] = padded(value) }
                    return .object(result)
                case .string(let text) where text.utf8.count > 20:
                    let standard = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
                    return .string(String(standard) + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
                default: return json
                }
            }
            let body = padded(try device.register(options))
            #expect(try await simulation.post("/enrollments/\(id)/confirm/", body).status == 204)
            simulation.clock.advance(by: .seconds(1))
            #expect(try await simulation.enrollment(id)["status"] == "SUCCEEDED")
        }
    }

    @Test("A malformed body or query is answered with a client error and never with 500")
    func neverAnswers500() async throws {
        let deep = String(repeating: "[", count: 100_000)
        let bodies: [[UInt8]] = [
            [], Array("null".utf8), Array("[]".utf8), Array("{}".utf8), Array("\"\"".utf8),
            Array("{\"a\":1,\"a\":2}".utf8),
            [0xFF, 0xFE, 0x7B], [0], Array(deep.utf8), Array("{\"type\":{\"type\":[null]}}".utf8),
            Array(
                "{\"confirmation_data\":{\"id\":\"\",\"rawId\":\"\",\"type\":\"public-key\",\"response\":null}}".utf8),
            Array("{\"state\":\"\",\"error\":\"\"}".utf8), Array("{\"amount\":1e999999999}".utf8),
            Array("{\"identifier\":\"\u{0661}\",\"name\":\"\"}".utf8), [UInt8](repeating: 0x20, count: 300_000),
        ]
        try await Simulation.run { simulation in
            let (enrollment, _) = try await simulation.enrolled()
            let (intent, _) = try await simulation.createIntent(enrollment)
            let paths = [
                "/enrollments/", "/enrollments/complete-redirection/", "/enrollments/\(enrollment)/confirm/",
                "/customers/", "/bank-accounts/", "/payment-intents/", "/payment-intents/\(intent)/authorize/",
            ]
            for path in paths {
                for body in bodies {
                    let answer = try await simulation.send("POST", path, body: body)
                    #expect((400...413).contains(answer.status), "\(path) \(body.prefix(40)) \(answer.text)")
                    #expect(answer.json.arrayValue?.isEmpty == false)
                }
            }
            for query in ["page=0", "page=x", "page_size=0", "page=99999999999999999999", "name=a", "name=%ff"] {
                let answer = try await simulation.get("/institutions/?\(query)")
                #expect(answer.status == 400, "\(query)")
            }
            let unpleasant = try await simulation.get("/enrollments/?device_id=%27%20OR%201=1--")
            #expect(unpleasant.json["count"] == 0)
            #expect(try await !simulation.simulator.journal.entries.contains { $0.status >= 500 })
        }
    }

    @Test("The journal shows no handle of the bank's page and no state, code or ID token")
    func theJournalHoldsNothingSecret() async throws {
        try await Simulation.run { simulation in
            let created = try await simulation.createEnrollment()
            let callback = try await simulation.decide(created)
            _ = try await simulation.complete(callback)
            _ = try await simulation.get("/unknown/?code=1")
            let entries = try await simulation.simulator.journal.entries
            #expect(
                entries.map(\.path) == [
                    "/enrollments/", "/bank/authorize/{handle}", "/enrollments/complete-redirection/", "/unknown/",
                ])
            #expect(entries.map(\.status) == [201, 303, 200, 404])
            #expect(entries.last?.errorCode == "not_found")
            #expect(entries.last?.query == "code=***")
            let shown = entries.map { $0.json.serialized() }.joined()
            let page = try #require(created["details"]?["redirect_url"]?.stringValue?.split(separator: "?").first)
            let handle = try #require(page.split(separator: "/").last)
            #expect(!shown.contains(handle))
            let completion = try #require(entries.first { $0.path == "/enrollments/complete-redirection/" })
            for name in ["state", "code", "id_token"] {
                let secret = try #require(callback[name]?.stringValue)
                #expect(!shown.contains(secret), "\(name)")
                #expect(completion.request.json["body"]?[name] == "***")
            }
        }
    }
}
