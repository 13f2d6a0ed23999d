import Sandbox
import ToqueEncoding

/// A provider of lamps for the tests of the engine, without SandboxKit; docs/providers.md builds its lamps with the
/// kit. Each lamp goes on 10 seconds after it was made and burns out an hour later. With the scenario `lamp.dud` it
/// burns out instead of going on.
struct BareLampProvider: SandboxProvider {
    static let seed = "10000000-0000-4000-8000-000000000001"

    let name = "lamps"
    let prefixes = ["v1"]
    let scenarios = [
        Scenario("success", "It goes on.", appliesTo: ["lamp"]),
        Scenario("lamp.dud", "It burns out at once.", appliesTo: ["lamp"]),
        Scenario(
            "unavailable", "It is not there at first.", appliesTo: ["lamp"], faults: [.unavailable(times: 1)],
            argument: "times"),
    ]
    let magicValues = [MagicValue("black", scenario: "lamp.dud")]
    let guide = ProviderGuide(title: "A shop of lamps", curl: { url, key in "-u \(key) \(url)/lamps" })
    let actions = [ControlVerb("switch_off", "Switch a lamp off.", [.init("gently", "How.")])]
    let triggers = [ControlVerb("lamp.burnt", "A lamp that has burnt out.", [.init("color", "Any word.")])]

    var routes: [Route] {
        [
            Route("POST", "lamps") { request in
                let color = try request.decode { json throws(JSONMemberError) in
                    try JSONReader(json).member("color").string()
                }
                return .json(try await request.write { try Self.make(color, $0) }, status: 201)
            },
            Route("GET", "lamps") { request in
                let lamps = try await request.read { try $0.objects(kind: "lamp", limit: 100).bodies }
                return .json(["lamps": .array(lamps)])
            },
            Route("GET", "lamps/{id}") { request in
                .json(try await request.read { try Self.lamp(request.parameter("id"), $0) })
            },
            Route("POST", "codes/{code}") { request in
                .json([
                    "used": .bool(
                        try await request.write { transaction in
                            try transaction.use(
                                oneTimeValue: request.parameter("code"), purpose: "code", subject: "lamp")
                        })
                ])
            },
        ]
    }

    func plant(_ transaction: Transaction) throws {
        try transaction.put(["id": .string(Self.seed), "status": "off"], kind: "lamp", id: Self.seed)
    }

    func check(_ object: JSONReader) throws(JSONMemberError) {
        _ = try object.member("body").member("status").string()
    }

    private static func make(_ color: String, _ transaction: Transaction) throws -> JSON {
        let id = try transaction.random().uuid()
        try transaction.schedule(SandboxTimer(kind: "on", subject: id, due: transaction.now + .seconds(10)))
        try transaction.register(oneTimeValue: "code-\(id)", purpose: "code", subject: "lamp")
        try transaction.setSetting("last", id)
        try transaction.recordCeremony(
            "ceremony-\(id)", of: id, type: "registration",
            document: (["bytes": .string(color)] as JSON).serialized(), verdict: #"{"valid":true}"#)
        return try put(["id": .string(id), "color": .string(color), "status": "off"], "created", transaction)
    }

    private static func lamp(_ id: String, _ transaction: ReadTransaction) throws -> JSON {
        guard let lamp = try transaction.object(kind: "lamp", id: id) else {
            throw SandboxError.notFound("There is no such lamp.")
        }
        return lamp
    }

    private static func put(_ lamp: JSON, _ event: String, _ transaction: Transaction) throws -> JSON {
        let id = lamp["id"]?.stringValue ?? ""
        try transaction.put(lamp, kind: "lamp", id: id)
        try transaction.emit("lamp.\(event)", kind: "lamp", object: id, data: lamp)
        let body: JSON = ["id": .string("\(event)-\(id)"), "at": .string(transaction.now.description)]
        try transaction.send(Webhook(id: "\(event)-\(id)", object: id, body: body))
        return lamp
    }

    private static func set(_ status: String, _ id: String, _ transaction: Transaction) throws -> JSON {
        var lamp = try lamp(id, transaction).objectValue ?? [:]
        lamp["status"] = .string(status)
        return try put(.object(lamp), status, transaction)
    }

    func fire(_ timer: SandboxTimer, _ transaction: Transaction) throws {
        let chosen = try transaction.scenario(of: timer.subject) ?? transaction.defaultScenario()
        let isDud = chosen == "lamp.dud"
        if timer.kind == "on", !isDud {
            try transaction.schedule(
                SandboxTimer(kind: "burnt", subject: timer.subject, due: transaction.now + .seconds(3600)))
        }
        _ = try Self.set(isDud ? "burnt" : timer.kind, timer.subject, transaction)
    }

    func perform(
        _ action: String, on object: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        try transaction.cancelTimers(of: object)
        guard parameters["gently"] != .bool(false) else {
            throw SandboxError.invalidStatus("Lamps are switched off gently.", field: "gently")
        }
        return try Self.set("off", object, transaction)
    }

    func trigger(
        _ event: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        let color = parameters["color"]?.stringValue ?? "white"
        let lamp = try Self.make(color, transaction)
        try transaction.cancelTimers(of: lamp["id"]?.stringValue ?? "")
        return try Self.set("burnt", lamp["id"]?.stringValue ?? "", transaction)
    }

    func errorBody(_ error: SandboxError, requestID: String, at now: Timestamp) -> JSON {
        ["code": .string(error.code), "at": .string(now.description)]
    }
    func openAPI(publicURL: String) -> JSON { ["openapi": "3.1.0", "url": .string(publicURL)] }
}
