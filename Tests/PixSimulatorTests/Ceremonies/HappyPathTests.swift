import PixAPI
import Testing
import ToqueEncoding

@Suite struct HappyPathTests {
    @Test("An enrollment succeeds, and so does a payment with it")
    func enrollsAndPays() async throws {
        try await Simulation.run { simulation in
            let created = try await simulation.createEnrollment()
            let id = try #require(created["id"]?.stringValue)
            #expect(created["status"] == "PENDING")
            #expect(created["created_at"] == "2026-03-01T12:00:00.000000Z")
            #expect(created["details"]?["status"] == "AWAITING_ACCOUNT_HOLDER_VALIDATION")
            #expect(created["details"]?["risk_signals"] == "*****")

            let callback = try await simulation.decide(created)
            #expect(callback.objectValue?.names == ["state", "code", "id_token"])
            let completed = try await simulation.complete(callback)
            #expect(completed.status == 200)
            #expect(completed.json["status"] == "PENDING")
            #expect(completed.json["details"]?["status"] == "AWAITING_ENROLLMENT")

            let early = try await simulation.get("/enrollments/\(id)/fido-registration-options/")
            #expect(early.status == 404)
            #expect(early.code == "not_found")
            simulation.clock.advance(by: .seconds(1))
            let options = try await simulation.options(id)
            #expect(options["rp"]?["id"] == "belvo.com")
            #expect(options["pubKeyCredParams"]?.arrayValue?.map { $0["alg"]?.intValue } == [-257, -7])
            #expect(options["extensions"]?["appid"] == "true")
            #expect(Base64URL.decode(options["challenge"]?.stringValue ?? "")?.count == 14)
            #expect(options["user"]?["id"]?.stringValue?.count == 36)

            var device = try TestDevice(seed: "device")
            #expect(try await simulation.post("/enrollments/\(id)/confirm/", device.register(options)).status == 204)
            #expect(try await simulation.enrollment(id)["status"] == "PENDING")
            simulation.clock.advance(by: .seconds(1))
            let enrollment = try Enrollment(json: try await simulation.enrollment(id))
            #expect(enrollment.status == .succeeded)
            #expect(enrollment.details.status == .authorised)
            #expect(enrollment.details.payerAccount?.number == "*****6789")
            #expect(enrollment.details.expiresAt != nil)

            let listed = try await simulation.get("/enrollments/?device_id=K78c0ffee")
            #expect(listed.json["count"] == 1)
            #expect(listed.json["results"]?.arrayValue?.first?["id"]?.stringValue == id)
            #expect(try await simulation.get("/enrollments/?device_id=other").json["count"] == 0)

            let (intentID, signOptions) = try await simulation.createIntent(id)
            let pending = try PaymentIntent(json: try await simulation.intent(intentID))
            #expect(pending.status == .pending)
            #expect(pending.amount.description == "0.13")
            #expect(pending.charges.map(\.status) == [.pending])
            #expect(pending.information?.endToEndID?.hasPrefix("E99123401202603011200") == true)
            #expect(pending.information?.endToEndID?.count == 32)
            #expect(pending.information?.consentID?.hasPrefix("urn:aurora_retail:") == true)
            #expect(signOptions["timeout"] == 300_000)
            #expect(signOptions["allowCredentials"]?.arrayValue?.first?["id"] == .base64URL(device.credentialID))

            let body = try device.sign(signOptions, signals: Simulation.signals)
            #expect(try await simulation.post("/payment-intents/\(intentID)/authorize/", body).status == 204)
            simulation.clock.advance(by: .seconds(1))
            let paid = try PaymentIntent(json: try await simulation.intent(intentID))
            #expect(paid.status == .succeeded)
            #expect(paid.charges.map(\.status) == [.succeeded])
            #expect(paid.failureCode == nil)
        }
    }

    @Test("The same seed, clock, and requests give the same enrollment and payment")
    func isReproducible() async throws {
        var runs: [[JSON]] = []
        for _ in 0..<2 {
            try await Simulation.run { simulation in
                let (id, device) = try await simulation.enrolled()
                let (intentID, options) = try await simulation.createIntent(id)
                _ = try await simulation.post(
                    "/payment-intents/\(intentID)/authorize/", device.sign(options, signals: Simulation.signals))
                simulation.clock.advance(by: .seconds(1))
                var enrollment = try #require(try await simulation.enrollment(id).objectValue)
                // The port differs in each run.
                enrollment["details"] = nil
                runs.append([.object(enrollment), try await simulation.intent(intentID)])
            }
        }
        #expect(runs[0] == runs[1])
    }

    @Test(
        "Paths work with and without the /payments/br prefix and the final slash", arguments: ["", "/payments/br"],
        ["", "/"])
    func takesBothSpellingsOfPaths(prefix: String, slash: String) async throws {
        try await Simulation.run { simulation in
            func post(_ path: String, _ json: JSON) async throws -> Simulation.Answer {
                try await simulation.post("\(prefix)\(path)\(slash)", json)
            }
            func get(_ path: String) async throws -> Simulation.Answer {
                try await simulation.get("\(prefix)\(path)\(slash)")
            }
            #expect(try await get("/institutions").json["results"]?.arrayValue?.first?["name"] == "aurora_retail")
            let created = try await post("/enrollments", Simulation.enrollmentBody())
            let id = try #require(created.json["id"]?.stringValue)
            #expect(try await post("/enrollments/complete-redirection", simulation.decide(created.json)).status == 200)
            simulation.clock.advance(by: .seconds(1))
            let options = try await get("/enrollments/\(id)/fido-registration-options")
            var device = try TestDevice(seed: "device")
            #expect(try await post("/enrollments/\(id)/confirm", device.register(options.json)).status == 204)
            simulation.clock.advance(by: .seconds(1))
            #expect(try await get("/enrollments/\(id)").json["status"] == "SUCCEEDED")
            let intent = try await post("/payment-intents", Simulation.intentBody(enrollment: id))
            #expect(intent.status == 201)
            let intentID = try #require(intent.json["id"]?.stringValue)
            let signOptions = try #require(
                intent.json["payment_method_information"]?["open_finance_biometric_pix"]?["fido_options"])
            let body = try device.sign(signOptions, signals: Simulation.signals)
            #expect(try await post("/payment-intents/\(intentID)/authorize", body).status == 204)
            simulation.clock.advance(by: .seconds(1))
            #expect(try await get("/payment-intents/\(intentID)").json["status"] == "SUCCEEDED")
        }
    }
}
