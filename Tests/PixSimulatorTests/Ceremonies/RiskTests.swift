import Testing
import ToqueEncoding

@testable import PixSimulator

/// The bank's reaction to suspicious risk signals.
@Suite struct RiskTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let signal: String
        let value: JSON
        /// Nil if the signal does not affect an enrollment.
        let enrollmentReason: String?
        var testDescription: String { "\(signal) \(value.serialized())" }
    }

    private static let blocked = "blocked_by_institution_security_policy"

    static let cases = [
        Case(signal: "deviceId", value: "other", enrollmentReason: nil),
        // The Kelvin sign is a different character from K.
        Case(signal: "deviceId", value: "\u{212A}78c0ffee", enrollmentReason: nil),
        Case(signal: "accountTenure", value: "2024-02-01", enrollmentReason: nil),
        Case(
            signal: "geolocation", value: ["latitude": -23, "longitude": -46, "type": "FINE"],
            enrollmentReason: "send_risk_signals_failed"),
        Case(signal: "isRootedDevice", value: true, enrollmentReason: blocked),
        Case(signal: "isEmulated", value: true, enrollmentReason: blocked),
        Case(signal: "isMockGPS", value: true, enrollmentReason: blocked),
        Case(signal: "isMonkeyRunner", value: true, enrollmentReason: blocked),
        Case(signal: "isCallInProgress", value: true, enrollmentReason: blocked),
    ]

    private func signals(_ example: Case) throws -> JSON {
        var signals = try #require(Simulation.signals.objectValue)
        signals[example.signal] = example.value
        return .object(signals)
    }

    @Test("Every risk rule has a test case")
    func eachRuleIsTested() {
        let tested = Set(Self.cases.map { $0.signal }).subtracting(["geolocation"])
        #expect(Set(RiskRules.table.map { $0.signal }) == tested)
    }

    @Test(
        "A suspicious risk signal fails a payment only if the policy is strict", arguments: cases,
        PixSimulator.RiskPolicy.allCases)
    func judgesPayments(_ example: Case, policy: PixSimulator.RiskPolicy) async throws {
        try await Simulation.run(configure: { $0.risk = policy }) { simulation in
            let (enrollment, device) = try await simulation.enrolled()
            let (id, options) = try await simulation.createIntent(enrollment)
            let body = try device.sign(options, signals: signals(example))
            #expect(try await simulation.post("/payment-intents/\(id)/authorize/", body).status == 204)
            simulation.clock.advance(by: .seconds(1))
            let intent = try await simulation.intent(id)
            #expect(intent["status"] == (policy == .strict ? "FAILED" : "SUCCEEDED"))
            #expect(intent["failure_code"]?.stringValue == (policy == .strict ? Self.blocked : nil))
            let findings = try await simulation.events(of: id).compactMap { $0.data["risk_findings"]?.arrayValue }
            #expect(findings.count == 1)
            if policy == .strict { #expect(findings.first?.first == intent["failure_message"]) }
        }
    }

    @Test(
        "A risk signal fails an enrollment only if it concerns one and the policy is strict", arguments: cases,
        PixSimulator.RiskPolicy.allCases)
    func judgesEnrollments(_ example: Case, policy: PixSimulator.RiskPolicy) async throws {
        try await Simulation.run(configure: { $0.risk = policy }) { simulation in
            let created = try await simulation.createEnrollment(Simulation.enrollmentBody(signals: signals(example)))
            let id = try #require(created["id"]?.stringValue)
            let reason = policy == .strict ? example.enrollmentReason : nil
            let enrollment = try await simulation.enrollment(id)
            #expect(enrollment["status"] == (reason == nil ? "PENDING" : "FAILED"))
            #expect(enrollment["status_reason_code"]?.stringValue == reason)
            let findings = try await simulation.events(of: id).first?.data["risk_findings"]
            #expect((findings != nil) == (example.enrollmentReason != nil))
        }
    }

    @Test("An allowed signal refuses nothing and is in the event log", arguments: cases)
    func acceptsAllowedSignals(_ example: Case) async throws {
        // A measured location is suspicious because `isMockGPS` is missing.
        let name = example.signal == "geolocation" ? "isMockGPS" : example.signal
        try await Simulation.run(configure: {
            $0.risk = .strict
            $0.allowedSignals = [name]
        }) { simulation in
            let (enrollment, device) = try await simulation.enrolled()
            let (id, options) = try await simulation.createIntent(enrollment)
            let body = try device.sign(options, signals: signals(example))
            #expect(try await simulation.post("/payment-intents/\(id)/authorize/", body).status == 204)
            simulation.clock.advance(by: .seconds(1))
            #expect(try await simulation.intent(id)["status"] == "SUCCEEDED")
            #expect(try await simulation.events(of: id).contains { $0.data["risk_findings"] != nil })
            // Another signal is still refused.
            let other = Self.cases.first {
                $0.enrollmentReason == Self.blocked && $0.signal != name
            }
            let created = try await simulation.createEnrollment(
                Simulation.enrollmentBody(signals: signals(try #require(other))))
            #expect(try await simulation.enrollment(created["id"]?.stringValue ?? "")["status"] == "FAILED")
        }
    }
}
