import Sandbox
import SandboxKit
import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import PixSimulator

@Suite struct FidelityTests {
    @Test("Every behavior has a unique ID of lowercase letters, digits, and hyphens")
    func everyBehaviorHasAnIDOfItsOwn() {
        let ids = FidelityPage.sections.flatMap(\.behaviors).map(\.id)
        #expect(Set(ids).count == ids.count)
        for id in ids { #expect(id.allSatisfy { $0 == "-" || ("a"..."z").contains($0) || $0.isNumber }, "\(id)") }
    }

    /// The page repeats the table. `TOQUE_UPDATE_DOCS=1 swift test` rewrites it.
    @Test("The page docs/fidelity.md matches the table of behaviors")
    func standsInTheDocumentation() throws {
        #expect(try DocumentationPage("fidelity.md").text(updatedTo: FidelityPage.text) == FidelityPage.text)
    }

    // MARK: The header

    @Test("Answers name exactly the assumptions that they rest on")
    func answersNameWhatTheyAssume() async throws {
        // Without a callback URL, which the guide requires.
        let usual = try await assumed(configure: { $0.fidelity = .lenient }, by: goThroughEverything)
        let strict = try await assumed(configure: { $0.risk = .strict }) { simulation in
            let signals = Simulation.signals.objectValue ?? [:]
            let body = Simulation.enrollmentBody(signals: .object(signals.adding(["isRootedDevice": true])))
            _ = try await simulation.createEnrollment(body)
            simulation.clock.advance(by: .seconds(1))
            let list = try await simulation.get("/enrollments/?device_id=K78c0ffee").json
            #expect(
                list["results"]?.arrayValue?.first?["status_reason_code"] == "blocked_by_institution_security_policy")
        }
        let withAnApp = try await assumed(configure: { _ in }) { simulation in
            let app: JSON = ["team_id": "ABCDE12345", "bundle_id": "com.example.shop", "domain": "shop.example"]
            let added = try await simulation.post("/_toque/apps/add", app)
            #expect(added.status == 200)
            let refused = try await simulation.post("/enrollments/", Simulation.enrollmentBody())
            #expect(refused.status == 400)
        }
        #expect(withAnApp == [Behavior.appRegistration.id])
        #expect(usual.union(strict).union(withAnApp) == Set(Behavior.assumed.map(\.id)))
        #expect(!usual.contains(Behavior.riskPolicy.id))
    }

    @Test("An answer that shows only documented behavior names no assumption")
    func answersNameNothingThatIsDocumented() async throws {
        try await Simulation.run { simulation in
            let missing = try await simulation.post("/customers/", ["name": "Bruno"])
            #expect(missing.code == "required")
            #expect(missing.headers["x-toque-assumed"] == nil)
            let created = try await simulation.post("/enrollments/", Simulation.enrollmentBody())
            #expect(created.headers["x-toque-assumed"] == nil)
        }
    }

    private func assumed(
        configure: (inout PixSimulator.Configuration) -> Void, by body: (Simulation) async throws -> Void
    ) async throws -> Set<String> {
        var ids: Set<String> = []
        try await Simulation.run(configure: configure) { simulation in
            try await body(simulation)
            ids = simulation.assumed.ids
        }
        return ids
    }

    private func goThroughEverything(_ simulation: Simulation) async throws {
        _ = try await simulation.send("GET", "/institutions/", key: nil)
        _ = try await simulation.get("/customers/?page=0")
        _ = try await simulation.get("/customers/\(Simulation.institution)/")
        _ = try await simulation.get("/bank-accounts/")
        _ = try await simulation.post("/payments/api/widget-token/", [:])
        try await endEnrollments(simulation)
        let (id, device) = try await simulation.enrolled()
        let (intent, options) = try await simulation.createIntent(id)
        let signature = try device.sign(options, signals: Simulation.signals)
        for status in [204, 400] {
            let answer = try await simulation.post("/payment-intents/\(intent)/authorize/", signature)
            #expect(answer.status == status, "\(answer.text)")
        }
    }

    /// Ends enrollments with each kind of failure.
    private func endEnrollments(_ simulation: Simulation) async throws {
        let body: JSON = [
            "type": "open_finance_biometric_pix",
            "details": [
                "customer": ["identifier": "12345678909"], "institution": .string(Simulation.institution),
                "platform": "CROSS_PLATFORM", "risk_signals": Simulation.signals,
            ],
        ]
        let declined = try await simulation.createEnrollment(body)
        let path = "/enrollments/\(declined["id"]?.stringValue ?? "")/fido-registration-options/"
        #expect(try await simulation.get(path).status == 404)
        _ = try await simulation.complete(simulation.decide(declined, "decision=decline"))
        #expect(try await simulation.get(path).status == 400)
        let missing = try await simulation.post("/enrollments/", Simulation.enrollmentBody(signals: [:]))
        #expect(missing.status == 400)
        let (id, options) = try await simulation.begunEnrollment()
        var device = try TestDevice(seed: "forger")
        let credential = try device.register(options, TestDevice.Ceremony(origin: "https://elsewhere.example"))
        #expect(try await simulation.post("/enrollments/\(id)/confirm/", credential).status == 204)
        simulation.clock.advance(by: .seconds(1))
        #expect(try await simulation.enrollment(id)["status"] == "FAILED")
    }
}

extension JSONObject {
    func adding(_ members: JSONObject) -> JSONObject {
        members.reduce(into: self) { $0[$1.name] = $1.value }
    }
}
