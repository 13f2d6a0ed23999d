import PixAPI
import SandboxKit
import Testing
import ToqueEncoding

@testable import PixSimulator

/// The guide's requirements for requests. Each test covers the whole table of rules.
@Suite struct FidelityRuleTests {
    @Test(
        "A request that breaks a rule of the guide is refused when strict and accepted when lenient",
        arguments: FidelityRule.all.indices, PixSimulator.Fidelity.allCases)
    func refusesWhenStrict(index: Int, fidelity: PixSimulator.Fidelity) async throws {
        let rule = FidelityRule.all[index]
        try await Simulation.run(configure: { $0.fidelity = fidelity }) { simulation in
            for breach in try await breaches(of: rule.demand, simulation) {
                let answer = try await breach.send()
                switch fidelity {
                case .strict:
                    #expect(answer.status == breach.status, "\(rule.behavior.id): \(answer.text)")
                    #expect(answer.code == breach.code)
                    #expect(answer.field == breach.field)
                    #expect(answer.json.arrayValue?.count == 1)
                case .lenient: #expect(200..<300 ~= answer.status, "\(rule.behavior.id): \(answer.text)")
                }
                // Both modes accept the right form, so the rule was the only fault.
                let right = try await breach.mend()
                #expect(200..<300 ~= right.status, "\(rule.behavior.id): \(right.text)")
            }
        }
    }

    @Test("The OpenAPI document shows what the running mode requires")
    func documentsTheMode() throws {
        func document(_ fidelity: PixSimulator.Fidelity) -> JSON {
            var configuration = PixSimulator.Configuration()
            configuration.fidelity = fidelity
            return PixProvider(configuration).openAPI(publicURL: "http://127.0.0.1:8420")
        }
        for rule in FidelityRule.all {
            for fidelity in PixSimulator.Fidelity.allCases {
                let shown = try shows(document(fidelity), rule.demand)
                #expect(shown == (fidelity == .strict), "\(rule.behavior.id) \(fidelity)")
            }
        }
    }

    @Test("The control API names the mode, which is that of the last start")
    func tellsTheMode() async throws {
        let file = try DatabaseFile()
        for fidelity in [PixSimulator.Fidelity.strict, .lenient, .strict] {
            try await Simulation.run(database: file.location, configure: { $0.fidelity = fidelity }) { simulation in
                let index = try await simulation.get("/_toque/").json
                #expect(index["modes"] == ["fidelity": .string(fidelity.rawValue), "risk": "observe"])
                let status = try await simulation.get("/enrollments/").status
                #expect(status == (fidelity == .strict ? 400 : 200))
            }
        }
    }

    // MARK: Breaches

    /// A request that breaks exactly one rule, its refusal, and the same request without the breach.
    private struct Breach {
        var status = 400
        let code: String
        let field: String
        let send: () async throws -> Simulation.Answer
        let mend: () async throws -> Simulation.Answer
    }

    private func breaches(of demand: FidelityRule.Demand, _ simulation: Simulation) async throws -> [Breach] {
        switch demand {
        case .contentType(let type):
            let body = Simulation.enrollmentBody().utf8
            return ["text/plain", nil].map { wrong in
                Breach(
                    status: 415, code: "unsupported_media_type", field: "Content-Type",
                    send: { try await simulation.send("POST", "/enrollments/", body: body, type: wrong) },
                    mend: { try await simulation.send("POST", "/enrollments/", body: body, type: type) })
            }
        case .signalTypes:
            return RiskSignalRules.types.map { signal, type in
                var signals = Simulation.signals.objectValue ?? [:]
                let right = Simulation.enrollmentBody(signals: .object(signals))
                signals[signal] = type == .boolean ? "yes" : true
                let wrong = Simulation.enrollmentBody(signals: .object(signals))
                return Breach(
                    code: "invalid", field: "details.risk_signals.\(signal)",
                    send: { try await simulation.post("/enrollments/", wrong) },
                    mend: { try await simulation.post("/enrollments/", right) })
            }
        case .parameter(let name, let operation):
            let path = try #require(Operation.all.first { $0.id == operation }).path
            return ["", "?\(name)="].map { query in
                Breach(
                    code: "required", field: name, send: { try await simulation.get("/\(path)/\(query)") },
                    mend: { try await simulation.get("/\(path)/?\(name)=a") })
            }
        case .member(let path, let component, let value):
            let names = path.split(separator: ".").map(String.init)
            let wrong: [JSON?] = [nil, .null] + (value == nil ? [] : ["cross-platform"])
            var breaches: [Breach] = []
            for found in wrong {
                // A ceremony counts once: each breach has its own, and so does the right form after a lenient breach.
                let (broken, right) = (
                    try await request(component, "broken \(breaches.count)", simulation),
                    try await request(component, "right \(breaches.count)", simulation)
                )
                breaches.append(
                    Breach(
                        code: found.map { $0.isNull } ?? true ? "required" : "invalid", field: path,
                        send: { try await simulation.post(broken.path, broken.body.setting(names[...], found)) },
                        mend: { try await simulation.post(right.path, right.body) }))
            }
            return breaches
        }
    }

    /// A valid request with the body.
    /// - Parameter device: The seed of the device that makes it.
    private func request(
        _ component: Component, _ device: String, _ simulation: Simulation
    ) async throws -> (path: String, body: JSON) {
        switch component.name {
        case Component.createEnrollment.name: return ("/enrollments/", Simulation.enrollmentBody())
        case Component.createPaymentIntent.name:
            return ("/payment-intents/", Simulation.intentBody(enrollment: try await simulation.enrolled(device).id))
        case Component.confirmEnrollment.name:
            let (id, options) = try await simulation.begunEnrollment()
            var device = try TestDevice(seed: device)
            return ("/enrollments/\(id)/confirm/", try device.register(options))
        default:
            try #require(component.name == Component.authorizePaymentIntent.name)
            let (enrollment, device) = try await simulation.enrolled(device)
            let (id, options) = try await simulation.createIntent(enrollment)
            return ("/payment-intents/\(id)/authorize/", try device.sign(options, signals: Simulation.signals))
        }
    }

    // MARK: The document

    private func shows(_ document: JSON, _ demand: FidelityRule.Demand) throws -> Bool {
        switch demand {
        case .contentType:
            let responses = document["paths"]?["/enrollments/"]?["post"]?["responses"]
            return try #require(responses)["415"] != nil
        case .signalTypes:
            let schema = try #require(document["components"]?["schemas"]?[Component.riskSignals.name])
            return RiskSignalRules.types.allSatisfy { schema["properties"]?[$0.signal] != nil }
        case .parameter(let name, _):
            let parameters = try #require(document["paths"]?["/enrollments/"]?["get"]?["parameters"]?.arrayValue)
            return try #require(parameters.first { $0["name"]?.stringValue == name })["required"] == true
        case .member(let path, let component, let value):
            let schema = try #require(document["components"]?["schemas"]?[component.name])
            let checker = SchemaProbe(schema: schema, path: path.split(separator: ".").map(String.init))
            return try checker.isRequired && (value == nil || checker.constant == value)
        }
    }

    /// A schema's member, in each of its forms.
    private struct SchemaProbe {
        let schema: JSON
        let path: [String]

        private func parents() throws -> [JSON] {
            var schemas = [schema]
            for name in path.dropLast() {
                schemas = try schemas.flatMap { schema in
                    let member = try #require(schema["properties"]?[name])
                    return member["anyOf"]?.arrayValue ?? [member]
                }
            }
            return schemas
        }

        var isRequired: Bool {
            get throws {
                let name = JSON.string(path.last ?? "")
                return try parents().allSatisfy { $0["required"]?.arrayValue?.contains(name) ?? false }
            }
        }

        var constant: JSON? {
            get throws { try parents().first?["properties"]?[path.last ?? ""]?["const"] }
        }
    }
}

extension JSON {
    /// Returns the value with the member set, or removed if `value` is nil.
    fileprivate func setting(_ path: ArraySlice<String>, _ value: JSON?) -> JSON {
        guard let name = path.first, var object = objectValue else { return self }
        let rest = path.dropFirst()
        object[name] = rest.isEmpty ? value : object[name]?.setting(rest, value)
        return .object(object)
    }
}
