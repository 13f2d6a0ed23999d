import PixAPI
import SandboxKit
import Testing
import ToqueEncoding

@testable import PixSimulator
@testable import Sandbox

/// Precedence of the sources of an object's scenario.
@Suite struct ScenarioChoiceTests {
    private func choice(of id: String, _ simulation: Simulation) async throws -> JSON? {
        try await simulation.events(of: id).first?.data["scenario"]
    }

    private func create(
        _ simulation: Simulation, enrollment: String, amount: String = "10.00", header: String? = nil
    ) async throws -> String {
        let answer = try await simulation.send(
            "POST", "/payment-intents/",
            body: Simulation.intentBody(enrollment: enrollment, amount: .string(amount)).utf8,
            headers: header.map { [("X-Toque-Scenario", $0)] } ?? [])
        return try #require(answer.json["id"]?.stringValue)
    }

    @Test("An object uses the scenario of the strongest source")
    func theStrongerOneWins() async throws {
        try await Simulation.run(configure: { $0.sandbox.scenario = "payment.unexpected" }) { simulation in
            var body = try #require(Simulation.enrollmentBody().objectValue)
            var details = try #require(body["details"]?.objectValue)
            details["institution"] = .string(
                try #require(Seeds.institution(playing: "payment.amount_over_limit")))
            body["details"] = .object(details)
            let elsewhere = try await simulation.enrolled("elsewhere", body: .object(body)).id
            let plain = try await simulation.enrolled("plain").id

            func expect(_ id: String, _ name: String, _ source: String) async throws {
                #expect(try await choice(of: id, simulation) == ["name": .string(name), "source": .string(source)])
            }
            try await expect(create(simulation, enrollment: plain), "payment.unexpected", "default")
            try await simulation.write { try $0.setDefaultScenario("payment.fraud_suspected") }
            try await expect(create(simulation, enrollment: plain), "payment.fraud_suspected", "default")
            try await expect(create(simulation, enrollment: elsewhere), "payment.amount_over_limit", "institution")
            try await expect(
                create(simulation, enrollment: elsewhere, amount: "9000.01"), "payment.insufficient_funds",
                "magic_amount")
            let id = try await create(
                simulation, enrollment: elsewhere, amount: "9000.01", header: "payment.rejected_by_user")
            try await expect(id, "payment.rejected_by_user", "header")

            // Control's scenario applies from now on.
            try await simulation.write { try $0.setScenario("payment.account_not_allowed", of: id) }
            let device = try TestDevice(seed: "elsewhere")
            let information = try await simulation.intent(id)["payment_method_information"]
            let options = try #require(information?["open_finance_biometric_pix"]?["fido_options"])
            _ = try await simulation.post(
                "/payment-intents/\(id)/authorize/", device.sign(options, signals: Simulation.signals))
            simulation.clock.advance(by: .seconds(1))
            #expect(try await simulation.intent(id)["failure_code"] == "account_not_allowed")
            let last = try await simulation.events(of: id).last
            #expect(last?.data["scenario"]?["source"] == "control")
        }
    }

    private func choose(_ scenario: String, for id: String, _ simulation: Simulation) async throws -> Int {
        try await simulation.send(
            "PUT", "/_toque/scenario", body: JSON.object(["scenario": .string(scenario), "object": .string(id)]).utf8,
            headers: [("Content-Type", "application/json")], key: nil
        ).status
    }

    private func authorized(_ simulation: Simulation) async throws -> String {
        let (enrollment, device) = try await simulation.enrolled()
        let (id, options) = try await simulation.createIntent(enrollment)
        let answer = try await simulation.post(
            "/payment-intents/\(id)/authorize/", device.sign(options, signals: Simulation.signals))
        #expect(answer.status == 204)
        return id
    }

    @Test("A scenario set by control replaces the bank's pending step")
    func controlChangesTheStepThatIsUnderWay() async throws {
        try await Simulation.run { simulation in
            let id = try await authorized(simulation)
            #expect(try await choose("payment.insufficient_funds", for: id, simulation) == 200)
            simulation.clock.advance(by: .seconds(1))
            #expect(try await simulation.intent(id)["failure_code"] == "insufficient_funds")
            #expect(try await simulation.events(of: id).last?.data["scenario"]?["source"] == "control")

            let enrollment = try await simulation.createEnrollment()
            let enrollmentID = try #require(enrollment["id"]?.stringValue)
            #expect(try await simulation.complete(simulation.decide(enrollment)).status == 200)
            let scenario = "enrollment.too_many_device_registration_attempts"
            #expect(try await choose(scenario, for: enrollmentID, simulation) == 200)
            simulation.clock.advance(by: .seconds(1))
            let failed = try await simulation.enrollment(enrollmentID)
            #expect(failed["status_reason_code"] == "too_many_device_registration_attempts")
        }
    }

    /// The bank has one pending step, not two, as if the earlier scenario had not been set.
    @Test("Clearing an object's scenario undoes its effect on the pending step")
    func controlTakesTheChangeBack() async throws {
        try await Simulation.run { simulation in
            let id = try await authorized(simulation)
            #expect(try await choose("payment.insufficient_funds", for: id, simulation) == 200)
            let cleared = try await simulation.send("DELETE", "/_toque/scenario?object=\(id)", key: nil)
            #expect(cleared.status == 204)
            simulation.clock.advance(by: .seconds(1))
            #expect(try await simulation.intent(id)["status"] == "SUCCEEDED")
            #expect(try await choose("payment.insufficient_funds", for: id, simulation) == 200)
            simulation.clock.advance(by: .seconds(1))
            #expect(try await simulation.intent(id)["status"] == "SUCCEEDED")
        }
    }

    @Test("Control stops the bank with never_answers and lets it answer with success")
    func controlSilencesTheBankAndLetsItGoOn() async throws {
        try await Simulation.run { simulation in
            let id = try await authorized(simulation)
            #expect(try await choose("never_answers", for: id, simulation) == 200)
            simulation.clock.advance(by: .seconds(60))
            #expect(try await simulation.intent(id)["status"] == "PENDING")
            #expect(try await choose("success", for: id, simulation) == 200)
            simulation.clock.advance(by: .seconds(1))
            #expect(try await simulation.intent(id)["status"] == "SUCCEEDED")
        }
    }

    /// A default for payments does not affect enrollments, and a header for enrollments does not affect payments.
    @Test("A scenario that does not apply to an object is ignored")
    func passesOverWhatDoesNotApply() async throws {
        try await Simulation.run(configure: { $0.sandbox.scenario = "payment.unexpected" }) { simulation in
            let id = try await simulation.enrolled().id
            #expect(try await choice(of: id, simulation) == ["name": "success", "source": "default"])
            let intent = try await create(simulation, enrollment: id, header: "enrollment.revoked")
            #expect(try await choice(of: intent, simulation)?["name"] == "payment.unexpected")
        }
    }

    @Test("A scenario accepts a valid argument, and a wrong name or argument is unknown")
    func takesTheArgument() {
        #expect(PixScenario.catalog.scenario(named: "unavailable")?.unavailableTimes == 2)
        #expect(PixScenario.catalog.scenario(named: "unavailable:7")?.unavailableTimes == 7)
        for wrong in ["unavailable:", "unavailable:0", "unavailable:x", "success:1", "unknown", ""] {
            #expect(PixScenario.catalog.scenario(named: wrong) == nil, "\(wrong)")
        }
    }

    @Test("A request that is refused as unavailable makes no object")
    func unavailableChangesNothing() async throws {
        try await Simulation.run { simulation in
            var statuses: [Int] = []
            var counts: [Int] = []
            for _ in 0..<8 {
                let answer = try await simulation.send(
                    "POST", "/enrollments/", body: Simulation.enrollmentBody().utf8,
                    headers: [("X-Toque-Scenario", "unavailable:3")])
                statuses.append(answer.status)
                counts.append(try await simulation.ids(EnrollmentRecord.kind).count)
            }
            #expect(statuses == [503, 503, 503, 201, 503, 503, 503, 201])
            #expect(counts == [0, 0, 0, 1, 1, 1, 1, 2])
        }
    }

    @Test("Each magic amount is unique and names a payment scenario, and each of these has one")
    func magicAmountsAreRight() throws {
        for (text, name) in MagicAmounts.table {
            let amount = try #require(Amount(text))
            #expect(amount.description == text)
            #expect(MagicAmounts.scenario(of: amount) == name)
            #expect(PixScenario.catalog.scenario(named: name)?.kinds.contains(.paymentIntent) == true, "\(name)")
        }
        #expect(Set(MagicAmounts.table.map(\.amount)).count == MagicAmounts.table.count)
        let named = Set(MagicAmounts.table.map(\.scenario))
        #expect(PixScenario.ofPayments.allSatisfy { named.contains($0.name) })
        let plain = try #require(Amount("9000.00"))
        #expect(MagicAmounts.scenario(of: plain) == nil)
    }

    @Test("Every scenario has an institution with a stable ID, after the plain ones")
    func everyScenarioHasAnInstitution() async throws {
        try await Simulation.run { simulation in
            let page = try Page<Institution>(json: try await simulation.get("/institutions/?page_size=1000").json)
            #expect(page.results.prefix(15).last?.id == "10000000-0000-4000-8000-000000000015")
            #expect(page.results.first?.displayName == "Banco Aurora")
            for scenario in PixScenario.catalog.all where scenario.name != "success" {
                let id = try #require(Seeds.institution(playing: scenario.name))
                let bank = try #require(page.results.first { $0.id == id })
                #expect(bank.description == "Plays the scenario \(scenario.name). \(scenario.summary)")
            }
            #expect(page.count == 15 + PixScenario.catalog.all.count - 1)
            #expect(Set(page.results.map(\.name)).count == page.count)
            #expect(Seeds.institution(playing: "enrollment.revoked") == "10000000-0000-4000-8000-000000000114")
            #expect(Seeds.institution(playing: "payment.unexpected") == "10000000-0000-4000-8000-000000000218")
            #expect(Seeds.institution(playing: "reordered_webhooks") == "10000000-0000-4000-8000-000000000309")
        }
    }
}
