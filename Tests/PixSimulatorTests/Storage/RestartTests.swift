import Sandbox
import Testing
import ToqueEncoding

@testable import PixSimulator

@Suite struct RestartTests {
    /// Each step runs in its own simulator, on the file that the previous one closed or, killed, would have left.
    @Test("An enrollment and a payment continue after a restart between any two steps", arguments: [false, true])
    func goesOnAfterARestartBetweenAnyTwoSteps(isKilled: Bool) async throws {
        var file = try DatabaseFile()
        let clock = ManualClock(now: Simulation.start)
        var process = 0
        func step(_ body: (Simulation) async throws -> Void) async throws {
            process += 1
            let used = file
            try await Simulation.run(clock: clock, database: used.location, seed: "process \(process)") { simulation in
                try await body(simulation)
                if isKilled { file = try used.crashImage() }
            }
        }
        var enrollment = JSON.null
        var id = ""
        var callback = JSON.null
        var device = try TestDevice(seed: "device")
        var options = JSON.null
        var intent = (id: "", options: JSON.null)
        try await step { enrollment = try await $0.createEnrollment() }
        id = try #require(enrollment["id"]?.stringValue)
        try await step { callback = try await $0.decide(enrollment) }
        try await step { simulation in
            let answer = try await simulation.complete(callback)
            #expect(answer.status == 200)
        }
        clock.advance(by: .seconds(1))
        try await step { options = try await $0.options(id) }
        try await step { simulation in
            let again = try await simulation.options(id)
            #expect(again == options)
        }
        try await step { simulation in
            let answer = try await simulation.post("/enrollments/\(id)/confirm/", device.register(options))
            #expect(answer.status == 204)
        }
        clock.advance(by: .seconds(1))
        try await step { simulation in
            let enrollment = try await simulation.enrollment(id)
            #expect(enrollment["status"] == "SUCCEEDED")
        }
        try await step { intent = try await $0.createIntent(id) }
        let body = try device.sign(intent.options, signals: Simulation.signals)
        try await step { simulation in
            let answer = try await simulation.post("/payment-intents/\(intent.id)/authorize/", body)
            #expect(answer.status == 204)
        }
        clock.advance(by: .seconds(1))
        try await step { simulation in
            let paid = try await simulation.intent(intent.id)
            #expect(paid["status"] == "SUCCEEDED")
            let institutions = try await simulation.get("/institutions/").json
            #expect(institutions["count"]?.intValue == 15 + Seeds.scenarioInstitutions.count)
        }
    }

    @Test("A deadline that passed while no process ran is applied at its own time")
    func appliesDeadlinesThatPassedMeanwhile() async throws {
        let file = try DatabaseFile()
        let clock = ManualClock(now: Simulation.start)
        var id = ""
        try await Simulation.run(clock: clock, database: file.location) { simulation in
            id = try await simulation.begunEnrollment().id
        }
        clock.advance(by: .seconds(3600))
        try await Simulation.run(clock: clock, database: file.location) { simulation in
            let enrollment = try await simulation.enrollment(id)
            #expect(enrollment["status"] == "FAILED")
            #expect(enrollment["status_reason_code"] == "biometric_registration_failed")
            #expect(enrollment["updated_at"] == "2026-03-01T12:05:00.000000Z")
        }
    }

    @Test("A database file that another simulator uses is refused")
    func refusesAFileInUse() async throws {
        let file = try DatabaseFile()
        try await Simulation.run(database: file.location) { _ in
            let error = await #expect(throws: SandboxStoreError.self) {
                try await Simulation.run(database: file.location) { _ in }
            }
            #expect(error?.description.contains("in use by another process") == true)
        }
    }
}
