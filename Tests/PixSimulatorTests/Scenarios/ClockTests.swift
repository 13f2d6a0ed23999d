import PixSimulator
import Sandbox
import Testing
import ToqueEncoding

/// Each clock of the tables, one second before its end and at its end.
@Suite struct ClockTests {
    private func expect(
        _ simulation: Simulation, _ id: String, after limit: Duration, reason: String
    ) async throws {
        simulation.clock.advance(by: limit - .seconds(1))
        #expect(try await simulation.enrollment(id)["status"] == "PENDING")
        simulation.clock.advance(by: .seconds(1))
        let enrollment = try await simulation.enrollment(id)
        #expect(enrollment["status"] == "FAILED")
        #expect(enrollment["status_reason_code"]?.stringValue == reason)
        #expect(enrollment["status_reason_message"]?.stringValue?.isEmpty == false)
    }

    @Test("An enrollment fails if the account holder does not decide within 15 minutes")
    func theAccountHolderHas15Minutes() async throws {
        try await Simulation.run { simulation in
            let created = try await simulation.createEnrollment()
            let id = try #require(created["id"]?.stringValue)
            try await expect(simulation, id, after: .seconds(900), reason: "redirection_to_institution_failed")
            let url = try #require(created["details"]?["redirect_url"]?.stringValue)
            #expect(try await simulation.send("GET", url, key: nil).status == 410)
            #expect(
                try await simulation.send("POST", url, body: Array("decision=approve".utf8), key: nil).status == 410)
        }
    }

    @Test("An enrollment fails if its registration options are not ready in 120 seconds")
    func optionsHave120Seconds() async throws {
        try await Simulation.run(configure: { $0.durations.optionsDelay = .seconds(200) }) { simulation in
            let created = try await simulation.createEnrollment()
            let id = try #require(created["id"]?.stringValue)
            #expect(try await simulation.complete(simulation.decide(created)).status == 200)
            try await expect(simulation, id, after: .seconds(120), reason: "institution_infra_failed")
            // Options that are ready later change nothing.
            simulation.clock.advance(by: .seconds(200))
            let late = try await simulation.get("/enrollments/\(id)/fido-registration-options/")
            #expect(late.code == "invalid_status")
            #expect(try await simulation.enrollment(id)["status_reason_code"] == "institution_infra_failed")
        }
    }

    @Test("An enrollment fails if the device confirms no credential within 5 minutes")
    func theDeviceHas5Minutes() async throws {
        try await Simulation.run { simulation in
            var device = try TestDevice(seed: "device")
            let (id, options) = try await simulation.begunEnrollment()
            try await expect(simulation, id, after: .seconds(299), reason: "biometric_registration_failed")
            let late = try await simulation.post("/enrollments/\(id)/confirm/", device.register(options))
            #expect(late.status == 400)
            #expect(late.code == "invalid_status")
        }
    }

    @Test("An enrollment fails if the bank gives no result within 120 seconds")
    func resultsHave120Seconds() async throws {
        try await Simulation.run(configure: { $0.durations.resultDelay = .seconds(200) }) { simulation in
            var device = try TestDevice(seed: "device")
            let (id, options) = try await simulation.begunEnrollment()
            #expect(
                try await simulation.post("/enrollments/\(id)/confirm/", device.register(options)).status == 204)
            try await expect(simulation, id, after: .seconds(120), reason: "biometric_registration_failed")
        }
    }

    @Test("A payment fails after 5 minutes without an assertion or 120 seconds without a result")
    func paymentsHave5MinutesAnd120Seconds() async throws {
        let file = try DatabaseFile()
        let clock = ManualClock(now: Simulation.start)
        var enrolled: (id: String, device: TestDevice)?
        try await Simulation.run(clock: clock, database: file.location) { enrolled = try await $0.enrolled() }
        let (enrollment, device) = try #require(enrolled)
        try await Simulation.run(
            clock: clock, database: file.location, seed: "slow", configure: { $0.durations.resultDelay = .seconds(200) }
        ) { simulation in
            let (waiting, _) = try await simulation.createIntent(enrollment)
            simulation.clock.advance(by: .seconds(300))
            let expired = try await simulation.intent(waiting)
            #expect(expired["status"] == "FAILED")
            #expect(expired["failure_code"] == "consent_expired")
            #expect(expired["charges"]?.arrayValue?.first?["status"] == "FAILED")

            let (id, options) = try await simulation.createIntent(enrollment)
            let body = try device.sign(options, signals: Simulation.signals)
            #expect(try await simulation.post("/payment-intents/\(id)/authorize/", body).status == 204)
            simulation.clock.advance(by: .seconds(119))
            #expect(try await simulation.intent(id)["status"] == "PENDING")
            simulation.clock.advance(by: .seconds(1))
            #expect(try await simulation.intent(id)["failure_code"] == "institution_infra_failed")
        }
    }

    @Test("An enrollment that expires is canceled, and payments with it fail")
    func anEnrollmentExpires() async throws {
        try await Simulation.run(configure: { $0.durations.validity = .seconds(3600) }) { simulation in
            let (enrollment, device) = try await simulation.enrolled()
            simulation.clock.advance(by: .seconds(3598))
            let (id, options) = try await simulation.createIntent(enrollment)
            simulation.clock.advance(by: .seconds(2))
            let expired = try await simulation.enrollment(enrollment)
            #expect(expired["status"] == "CANCELED")
            #expect(expired["details"]?["status"] == "REVOKED")
            #expect(expired["status_reason_code"] == "canceled_due_to_expiration")

            let refused = try await simulation.post(
                "/payment-intents/", Simulation.intentBody(enrollment: enrollment))
            #expect(refused.status == 400)
            #expect(refused.code == "invalid_status")

            let body = try device.sign(options, signals: Simulation.signals)
            #expect(try await simulation.post("/payment-intents/\(id)/authorize/", body).status == 204)
            simulation.clock.advance(by: .seconds(1))
            #expect(try await simulation.intent(id)["failure_code"] == "enrollment_not_authorised")
        }
    }
}
