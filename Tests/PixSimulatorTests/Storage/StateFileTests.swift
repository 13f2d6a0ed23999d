import Sandbox
import Testing
import ToqueEncoding

@testable import PixSimulator

/// A state file of the simulator's objects.
@Suite struct StateFileTests {
    private func state(_ simulation: Simulation) async throws -> JSON {
        try await simulation.get("/_toque/state").json
    }

    private func load(_ state: JSON, _ simulation: Simulation) async throws -> Simulation.Answer {
        try await simulation.send(
            "PUT", "/_toque/state", body: state.utf8, headers: [("Content-Type", "application/json")], key: nil)
    }

    /// The state with a change to its last object of a kind, and the object's index and ID.
    private func changing(
        _ kind: String, in state: JSON, _ change: (inout JSONObject) throws -> Void
    ) throws -> (state: JSON, index: Int, id: String) {
        var objects = try #require(state["objects"]?.arrayValue)
        let index = try #require(objects.lastIndex { $0["kind"]?.stringValue == kind })
        var object = try #require(objects[index].objectValue)
        let id = try #require(object["id"]?.stringValue)
        try change(&object)
        objects[index] = .object(object)
        var members = try #require(state.objectValue)
        members["objects"] = .array(objects)
        return (.object(members), index, id)
    }

    @Test(
        "A state file with an unreadable object is refused with the field at fault",
        arguments: [
            "institution", "customer", "bank_account", "enrollment", "payment_intent", "charge", "transaction",
        ])
    func refusesAnObjectThatNobodyCouldRead(kind: String) async throws {
        try await Simulation.run { simulation in
            _ = try await simulation.trigger("payment.succeeded")
            let saved = try await state(simulation)
            let empty = try changing(kind, in: saved) { $0["body"] = [:] }
            let refused = try await load(empty.state, simulation)
            #expect(refused.status == 400)
            #expect(refused.json["field"]?.stringValue?.hasPrefix("objects[\(empty.index)].body.") == true)
            #expect(refused.json["message"]?.stringValue?.hasSuffix("in the \(kind) \(empty.id).") == true)
            let renamed = try changing(kind, in: saved) { $0["id"] = "40000000-0000-4000-8000-000000000001" }
            #expect(try await load(renamed.state, simulation).json["field"] == .string("objects[\(renamed.index)].id"))
            #expect(try await state(simulation) == saved)
        }
    }

    @Test("A state file with an object of an unknown kind is refused")
    func refusesAnObjectOfNoKind() async throws {
        try await Simulation.run { simulation in
            let (file, index, _) = try changing("customer", in: try await state(simulation)) { $0["kind"] = "lamp" }
            #expect(try await load(file, simulation).json["field"] == .string("objects[\(index)].kind"))
        }
    }

    @Test("The simulator does not start with a state file that it cannot read")
    func theSimulatorDoesNotStartWithSuchAFile() async throws {
        var saved = JSON.null
        try await Simulation.run { saved = try await state($0) }
        let file = try changing("customer", in: saved) { $0["body"] = [:] }.state
        await #expect(throws: SandboxConfigurationError.self) {
            try await Simulation.run(configure: { $0.sandbox.state = file }) { _ in }
        }
        let error = await #expect(throws: SandboxConfigurationError.self) {
            try await Simulation.run(configure: { $0.sandbox.state = [:] }) { _ in }
        }
        #expect(error?.description == "not a state file: `format` is missing")
    }

    private static func nested(_ depth: Int) -> JSON {
        (1..<depth).reduce([]) { inner, _ in .array([inner]) }
    }

    /// A saved state loads again, however deep an accepted request nests in the file and in the journal.
    @Test("JSON nested as deeply as a request may be is saved and loaded again")
    func holdsEverythingThatIsTaken() async throws {
        try await Simulation.run { simulation in
            func enrollment(_ depth: Int) throws -> JSON {
                var signals = try #require(Simulation.signals.objectValue)
                signals["extension"] = Self.nested(depth)
                return Simulation.enrollmentBody(signals: .object(signals))
            }
            // The body, its details and the risk signals are levels too.
            let deepest = SandboxRequest.maximumDepth - 3
            let (id, device) = try await simulation.enrolled(body: enrollment(deepest))
            let refused = try await simulation.post("/enrollments/", enrollment(deepest + 1))
            #expect(refused.status == 400)
            #expect(refused.code == "invalid_json")
            #expect(refused.text.contains("nested deeper than \(SandboxRequest.maximumDepth)"))

            let intent = try await simulation.createIntent(id)
            var body = try #require(
                device.sign(intent.options, signals: Simulation.signals).objectValue)
            var signals = try #require(Simulation.signals.objectValue)
            signals["extension"] = Self.nested(deepest + 1)
            body["risk_signals"] = .object(signals)
            let authorized = try await simulation.post("/payment-intents/\(intent.id)/authorize/", .object(body))
            #expect(authorized.status == 204, "\(authorized.text)")

            #expect(try await simulation.get("/_toque/requests").json["requests"] != nil)
            let saved = try await state(simulation)
            #expect(saved != .null)
            #expect(try await load(saved, simulation).status == 204)
            #expect(try await state(simulation) == saved)
        }
    }
}
