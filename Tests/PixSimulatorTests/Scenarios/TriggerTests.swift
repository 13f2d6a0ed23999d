import Sandbox
import Testing
import ToqueEncoding

@testable import PixSimulator

/// Events on demand, and control's actions on one object.
@Suite struct TriggerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let event: TriggerEvent
        let reason: String?
        var testDescription: String { "\(event.rawValue) \(reason ?? "")" }
    }

    static let cases = TriggerEvent.allCases.flatMap { event in
        [Case(event: event, reason: nil)] + event.scenarios.map { Case(event: event, reason: $0.reason) }
    }

    @Test("A trigger makes an object with its events and webhooks", arguments: cases)
    func makesAnObjectWithItsHistory(_ example: Case) async throws {
        try await Simulation.run { simulation in
            try await simulation.recordWebhooks()
            var parameters: JSONObject = ["external_id": "order-1"]
            parameters["reason"] = example.reason.map(JSON.string)
            let object = try await simulation.trigger(example.event.rawValue, parameters)
            let id = try #require(object["id"]?.stringValue)
            let events = try await simulation.events(of: id)
            #expect(events.first?.type.hasSuffix(".created") == true)
            let suffix = try #require(example.event.rawValue.split(separator: ".").last)
            if suffix != "created" { #expect(object["status"]?.stringValue == suffix.uppercased()) }
            if suffix != "pending" { #expect(events.last?.type == example.event.rawValue) }
            if suffix == "failed" {
                let reason = (object["status_reason_code"] ?? object["failure_code"])?.stringValue
                #expect(reason == example.reason ?? "rejected_by_user")
            }
            let told = try await simulation.webhooks().filter { $0["object_id"]?.stringValue == id }
            #expect(told.isEmpty == (suffix == "pending"))
            // The ceremonies were real.
            if !example.event.isOfEnrollments {
                #expect(try await simulation.events(type: "enrollment.succeeded").count == 1)
            }
            if example.event.isOfEnrollments, suffix != "pending" { #expect(object["external_id"] == "order-1") }
        }
    }

    @Test("A wrong trigger is refused with the field at fault and makes no object")
    func saysWhichReasonsThereAre() async throws {
        try await Simulation.run { simulation in
            let error = await #expect(throws: SandboxError.self) {
                try await simulation.trigger("payment.failed", ["reason": "unknown"])
            }
            #expect(error?.field == "reason")
            #expect(error?.message.contains("insufficient_funds") == true)
            for (event, parameters) in [
                ("payment.unknown", [:]), ("payment.succeeded", ["reason": "insufficient_funds"]),
                ("payment.succeeded", ["amount": "1.234"]), ("payment.succeeded", ["customer": "x"]),
                ("enrollment.succeeded", ["institution": "x"]), ("enrollment.succeeded", ["reasn": "x"]),
                ("enrollment.succeeded", ["amount": "10.00"]), ("charge.failed", ["beneficiary_bank_account": "x"]),
                ("enrollment.failed", ["reason": 1]),
            ] as [(String, JSONObject)] {
                let error = await #expect(throws: SandboxError.self) {
                    try await simulation.trigger(event, parameters)
                }
                #expect(error?.status == 400 && error?.field != nil, "\(event) \(parameters)")
            }
            // A refused trigger leaves no object.
            let made = try await simulation.ids(EnrollmentRecord.kind)
            #expect(made.isEmpty)
        }
    }

    @Test("A triggered failure takes its reason from a magic amount unless one is given")
    func failsByAMagicAmount() async throws {
        try await Simulation.run { simulation throws in
            func code(_ parameters: JSONObject) async throws -> JSON? {
                try await simulation.trigger("payment.failed", parameters)["failure_code"]
            }
            #expect(try await code(["amount": "9000.01"]) == "insufficient_funds")
            #expect(try await code(["amount": "9000.01", "reason": "fraud_suspected"]) == "fraud_suspected")
            // This amount delays the payment and does not fail it.
            #expect(try await code(["amount": "9000.50"]) == "rejected_by_user")
        }
    }

    @Test("Approving an enrollment gives a callback that completes its redirection")
    func approvesAnEnrollment() async throws {
        try await Simulation.run { simulation in
            let id = try #require(try await simulation.createEnrollment()["id"]?.stringValue)
            let approved = try await simulation.perform("approve", on: id)
            #expect(approved["status"] == "PENDING")
            let callback = try #require(approved["callback"]?.stringValue)
            var body = JSONObject()
            for (name, value) in FormURLEncoding.decode(try #require(callback.split(separator: "?").last)) ?? [] {
                body[name] = .string(value)
            }
            #expect(try await simulation.complete(.object(body)).status == 200)
            let error = await #expect(throws: SandboxError.self) { try await simulation.perform("approve", on: id) }
            #expect(error?.code == "invalid_status")
        }
    }

    @Test("Declining an enrollment gives a callback with the error", arguments: [nil, "server_error"])
    func declinesAnEnrollment(error: String?) async throws {
        try await Simulation.run { simulation in
            let id = try #require(try await simulation.createEnrollment()["id"]?.stringValue)
            var parameters = JSONObject()
            parameters["error"] = error.map(JSON.string)
            let callback = try await simulation.perform("decline", on: id, parameters)["callback"]?.stringValue
            #expect(callback?.contains("error=\(error ?? "access_denied")") == true)
        }
    }

    @Test("Revoking an enrollment cancels it once and sends a webhook")
    func revokesAnEnrollment() async throws {
        try await Simulation.run { simulation in
            try await simulation.recordWebhooks()
            let (id, _) = try await simulation.enrolled()
            #expect(try await simulation.perform("revoke", on: id)["status"] == "CANCELED")
            #expect(try await simulation.webhookNames() == ["ENROLLMENTS SUCCEEDED", "ENROLLMENTS CANCELED"])
            #expect(try await simulation.nextTimer() == nil)
            let error = await #expect(throws: SandboxError.self) { try await simulation.perform("revoke", on: id) }
            #expect(error?.code == "invalid_status")
        }
    }

    @Test("An action refuses a parameter that does not apply to its object")
    func refusesParametersOfOtherObjects() async throws {
        try await Simulation.run { simulation in
            let enrollment = try #require(try await simulation.createEnrollment()["id"]?.stringValue)
            let payment = try #require(try await simulation.trigger("payment.pending")["id"]?.stringValue)
            for (action, id, parameter) in [
                ("decline", enrollment, "reason"), ("decline", payment, "error"), ("approve", enrollment, "error"),
            ] {
                let error = await #expect(throws: SandboxError.self) {
                    var parameters = JSONObject()
                    parameters[parameter] = "rejected_by_user"
                    return try await simulation.perform(action, on: id, parameters)
                }
                #expect(error?.status == 400 && error?.field == parameter)
            }
            // The bank cannot decide before the device has signed.
            let early = await #expect(throws: SandboxError.self) {
                try await simulation.perform("decline", on: payment, ["reason": "insufficient_funds"])
            }
            #expect(early?.code == "invalid_status")
            #expect(early?.message.contains("rejected_by_user") == true)
            #expect(try await simulation.perform("decline", on: payment)["failure_code"] == "rejected_by_user")
        }
    }

    @Test("Approving or declining decides a payment that the bank leaves unanswered")
    func decidesAPaymentThatNobodyAnswers() async throws {
        try await Simulation.run(configure: { $0.sandbox.scenario = "never_answers" }) { simulation in
            try await simulation.write { try $0.setDefaultScenario("success") }
            let (enrollment, device) = try await simulation.enrolled()
            try await simulation.write { try $0.setDefaultScenario(nil) }
            for (action, status) in [("approve", "SUCCEEDED"), ("decline", "FAILED")] {
                let (id, options) = try await simulation.createIntent(enrollment)
                if action == "approve" {
                    let early = await #expect(throws: SandboxError.self) {
                        try await simulation.perform(action, on: id)
                    }
                    #expect(early?.code == "invalid_status")
                }
                _ = try await simulation.post(
                    "/payment-intents/\(id)/authorize/", device.sign(options, signals: Simulation.signals))
                simulation.clock.advance(by: .seconds(60))
                #expect(try await simulation.intent(id)["status"] == "PENDING")
                let decided = try await simulation.perform(action, on: id)
                #expect(decided["status"]?.stringValue == status)
            }
            let error = await #expect(throws: SandboxError.self) {
                try await simulation.perform("approve", on: "unknown")
            }
            #expect(error?.status == 404)
        }
    }
}
