import PixAPI
import Testing
import ToqueEncoding
import ToqueTestSupport

/// The simulator accepts the guide's requests, and its answers have the guide's members and types.
@Suite struct GoldenAnswerTests {
    private func expectShape(_ answer: JSON, of name: String, sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        let golden = try Golden.load("\(name).answer")
        #expect(Golden.differences(of: answer, from: golden) == [], "\(name)", sourceLocation: sourceLocation)
    }

    @Test("The guide's requests are accepted and answered in the guide's form")
    func takesTheGuidesRequests() async throws {
        try await Simulation.run { simulation in
            for version in ["v1", "v2"] {
                let customer = try await simulation.post(
                    "/customers/", Golden.load("create-customer-\(version).request"))
                #expect(customer.status == 201, "\(customer.text)")
                if version == "v1" { try expectShape(customer.json, of: "customer") }
                let account = try await simulation.post(
                    "/bank-accounts/", Golden.load("create-bank-account-\(version).request"))
                #expect(account.status == 201, "\(account.text)")
                try expectShape(account.json, of: "bank-account")
            }
            let enrollment = try await simulation.post("/enrollments/", Golden.load("create-enrollment.request"))
            #expect(enrollment.status == 201, "\(enrollment.text)")
            try expectShape(enrollment.json, of: "create-enrollment")
            #expect(!enrollment.text.contains("3f1c9a7be2d04c58a6b1"))
        }
    }

    @Test("The simulator's answers have the members and types of the guide's")
    func answersAsTheGuideDoes() async throws {
        // The payload of newer SDKs lacks a member that the guide requires.
        try await Simulation.run(configure: { $0.fidelity = .lenient }) { simulation in
            try expectShape(try await simulation.get("/institutions/").json, of: "institutions")
            let (enrollment, device) = try await simulation.enrolled()
            try expectShape(try await simulation.get("/enrollments/?device_id=K78c0ffee").json, of: "enrollments")
            let (_, registration) = try await simulation.begunEnrollment()
            try expectShape(registration, of: "fido-registration-options")
            let declined = try await simulation.createEnrollment()
            let failed = try await simulation.complete(simulation.decide(declined, "decision=decline"))
            try expectShape(failed.json, of: "failed-enrollment")

            for name in ["create-payment-intent-sdk", "create-payment-intent"] {
                var body = try #require(try Golden.load("\(name).request").objectValue)
                var details = try #require(
                    body["payment_method_details"]?["open_finance_biometric_pix"]?.objectValue)
                details["enrollment"] = .string(enrollment)
                body["payment_method_details"] = ["open_finance_biometric_pix": .object(details)]
                let answer = try await simulation.post("/payment-intents/", .object(body))
                #expect(answer.status == 201, "\(answer.text)")
                // The SDK's payload lacks a member of the guide's.
                if !name.hasSuffix("sdk") { try expectShape(answer.json, of: "create-payment-intent") }
                #expect(answer.json["amount"]?.stringValue == (name.hasSuffix("sdk") ? "1234.12" : "0.13"))
                let id = try #require(answer.json["id"]?.stringValue)
                let options = try #require(
                    answer.json["payment_method_information"]?["open_finance_biometric_pix"]?["fido_options"])
                let assertion = try device.sign(options, signals: Simulation.signals)
                #expect(try await simulation.post("/payment-intents/\(id)/authorize/", assertion).status == 204)
                simulation.clock.advance(by: .seconds(1))
            }
            let listed = try await simulation.get("/payment-intents/?status=SUCCEEDED").json
            #expect(listed["count"] == 2)
            try expectShape(listed, of: "payment-intents")
            let charge = try await simulation.get("/charges/").json["results"]?.arrayValue?.first
            try expectShape(try #require(charge), of: "charge")
            let movement = try await simulation.get("/transactions/").json["results"]?.arrayValue?.first
            try expectShape(try #require(movement), of: "transaction")
            let tokens = try await simulation.send("POST", "/payments/api/widget-token/", body: [])
            try expectShape(tokens.json, of: "access-tokens")
        }
    }

    @Test("A request with several faults gets one error for each")
    func namesEverythingThatIsWrong() async throws {
        try await Simulation.run { simulation in
            var body = try #require(try Golden.load("create-enrollment.request").objectValue)
            var details = try #require(body["details"]?.objectValue)
            details["institution"] = nil
            details["platform"] = "TIZEN"
            details["callback_url"] = "http://loja.example/volta"
            body["details"] = .object(details)
            let answer = try await simulation.post("/enrollments/", .object(body))
            #expect(answer.status == 400)
            try expectShape(answer.json, of: "errors")
            let items = answer.json.arrayValue ?? []
            #expect(
                items.map { $0["field"]?.stringValue } == [
                    "details.institution", "details.platform", "details.callback_url",
                ])
            #expect(items.map { $0["code"]?.stringValue } == ["required", "invalid", "invalid"])
            #expect(items.allSatisfy { $0["request_id"]?.stringValue == answer.headers["x-request-id"] })
        }
    }

    /// Only payment intents of another product use PATCH.
    @Test("A biometric payment intent cannot be completed by PATCH")
    func aBiometricIntentIsNotCompletedByPatch() async throws {
        try await Simulation.run { simulation in
            let (enrollment, _) = try await simulation.enrolled()
            let (id, _) = try await simulation.createIntent(enrollment)
            func patch(_ id: String, _ body: JSON) async throws -> Simulation.Answer {
                try await simulation.send("PATCH", "/payment-intents/\(id)/", body: body.utf8)
            }
            let before = try await simulation.intent(id)
            #expect(try await patch(id, ["confirm": true]).code == "invalid_status")
            #expect(try await simulation.intent(id) == before)
            #expect(try await patch(id, ["confirm": false]).field == "confirm")
            #expect(try await patch(id, [:]).code == "required")
            #expect(try await patch("00000000-0000-4000-8000-000000000000", ["confirm": true]).status == 404)
        }
    }

    /// The SDK sends a customer back as the API showed it, with its identifier masked.
    @Test("An enrollment accepts a customer as the API showed it")
    func takesACustomerAsItWasShown() async throws {
        try await Simulation.run { simulation in
            func enroll(_ customer: JSON) async throws -> Simulation.Answer {
                var body = try #require(Simulation.enrollmentBody().objectValue)
                var details = try #require(body["details"]?.objectValue)
                details["customer"] = customer
                body["details"] = .object(details)
                return try await simulation.post("/enrollments/", .object(body))
            }
            let shown = try await simulation.get("/customers/\(Simulation.customer)/").json
            #expect(try await enroll(shown).status == 201)
            #expect(try await enroll(["identifier": "12345678909"]).status == 201)
            #expect(try await enroll(["id": .string(Simulation.customer.uppercased())]).status == 201)
            for wrong in [
                ["id": .string(Simulation.customer), "identifier": "11******35"], ["identifier": "11144477735"],
                ["identifier": "12345678900"], ["name": "Ana"], "x",
            ] as [JSON] {
                let answer = try await enroll(wrong)
                #expect(answer.status == 400)
                #expect(answer.field?.hasPrefix("details.customer") == true, "\(answer.text)")
            }
        }
    }

    @Test("A malformed ID in a path is answered with 404 and the field id")
    func saysWhatIsWrongWithAnIDInAPath() async throws {
        try await Simulation.run { simulation in
            for path in [
                "/enrollments/x/", "/payment-intents/1/", "/customers/%00/", "/charges/x/", "/transactions/x/",
            ] {
                let answer = try await simulation.get(path)
                #expect(answer.status == 404)
                #expect(answer.code == "not_found")
                #expect(answer.field == "id")
            }
        }
    }

    @Test("Both resource versions are accepted, and any other is refused")
    func knowsTheResourcesVersions() async throws {
        try await Simulation.run { simulation in
            for (version, status) in [("Payments-BR.V1", 200), ("Payments-BR.V2", 200), ("V3", 400)] {
                let answer = try await simulation.send(
                    "GET", "/customers/", headers: [(ResourceVersion.header, version)])
                #expect(answer.status == status)
                #expect(answer.field == (status == 400 ? ResourceVersion.header : nil))
            }
        }
    }
}
