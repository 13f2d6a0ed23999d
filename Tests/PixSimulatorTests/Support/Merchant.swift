import Testing
import ToqueEncoding

@testable import PixSimulator

/// A merchant that continues in every scenario: it retries where an answer asks for it, looks up objects after a lost
/// answer, and waits for slow steps.
struct Merchant {
    let simulation: Simulation
    let scenario: String
    /// The number of lost or truncated answers.
    private(set) var lostAnswers = 0
    /// The number of requests answered with 503.
    private(set) var refusedRequests = 0

    init(_ simulation: Simulation, scenario: String) {
        self.simulation = simulation
        self.scenario = scenario
    }

    /// The answer's status; nil if the answer was lost.
    private mutating func post(_ path: String, _ json: JSON) async -> Int? {
        for _ in 0..<10 {
            let answer = try? await simulation.send(
                "POST", path, body: json.utf8,
                headers: [("Content-Type", "application/json"), ("X-Toque-Scenario", scenario)])
            if answer == nil { lostAnswers += 1 }
            guard answer?.status == 503 else { return answer?.status }
            refusedRequests += 1
        }
        return 503
    }

    /// Takes an enrollment as far as the scenario allows.
    mutating func enroll() async throws -> String {
        var body = try #require(Simulation.enrollmentBody().objectValue)
        body["external_id"] = "merchant-1"
        let created = await post("/enrollments/", .object(body))
        #expect(created == 201 || created == nil)
        let id = try #require(try await simulation.ids(EnrollmentRecord.kind).only)
        simulation.clock.advance(by: .seconds(1))
        let enrollment = try await simulation.enrollment(id)
        guard enrollment["status"] == "PENDING" else { return id }

        let completed = await post("/enrollments/complete-redirection/", try await simulation.decide(enrollment))
        #expect(completed == 200 || completed == nil)
        guard let options = try await options(id) else { return id }
        var device = try TestDevice(seed: "device")
        let confirmed = await post("/enrollments/\(id)/confirm/", try device.register(options))
        #expect(confirmed == 204 || confirmed == nil)
        return id
    }

    /// Polls for two minutes; nil if no options come.
    private func options(_ id: String) async throws -> JSON? {
        for _ in 0..<61 {
            let answer = try await simulation.get("/enrollments/\(id)/fido-registration-options/")
            if answer.status != 404 { return answer.status == 200 ? answer.json : nil }
            simulation.clock.advance(by: .seconds(2))
        }
        return nil
    }

    /// Takes a payment as far as the scenario allows.
    mutating func pay(by enrollment: String, _ device: TestDevice) async throws -> String {
        var body = try #require(Simulation.intentBody(enrollment: enrollment).objectValue)
        body["external_id"] = "merchant-1"
        let created = await post("/payment-intents/", .object(body))
        #expect(created == 201 || created == nil)
        let id = try #require(try await simulation.ids(PaymentIntentRecord.kind).only)
        simulation.clock.advance(by: .seconds(1))
        let intent = try await simulation.intent(id)
        guard intent["status"] == "PENDING" else { return id }
        let information = intent["payment_method_information"]?["open_finance_biometric_pix"]
        let options = try #require(information?["fido_options"])
        let authorized = await post(
            "/payment-intents/\(id)/authorize/", try device.sign(options, signals: Simulation.signals))
        #expect(authorized == 204 || authorized == nil)
        return id
    }

    /// Polls every two seconds of the sandbox's time until the status is reached or 3 minutes are over.
    func waitForEnd(_ status: String, poll: () async throws -> JSON?) async throws {
        for _ in 0..<90 {
            if try await poll()?.stringValue == status { return }
            simulation.clock.advance(by: .seconds(2))
        }
    }
}

extension Array {
    /// The element of an array with exactly one; otherwise nil.
    var only: Element? { count == 1 ? first : nil }
}
