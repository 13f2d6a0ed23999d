import Sandbox
import SandboxKit
import ToqueEncoding

/// A shop of lamps.
struct LampProvider: ObjectProvider, DocumentedProvider {
    let name = "lamps"
    let scenarios = LampScenario.catalog.engineScenarios
    let magicValues = [MagicValue("black", scenario: "lamp.dud")]
    let guide = ProviderGuide(
        title: "A shop of lamps", curl: { url, key in "-u \(key) -d '{\"color\": \"red\"}' \(url)/lamps" },
        webhook: WebhookMembers(object: "id", status: "status"))
    let actions = [ControlVerb("break", "Break a lamp that is on.")]
    let triggers = [
        ControlVerb("lamp.burnt", "A lamp that has burnt out.", [.init("color", "Any word. Default: white.")])
    ]

    // Objects
    let process = LampProcess()
    let rules = ScenarioRules<LampScenario>(fallback: nil)
    var models: [any StoredModel.Type] { [Lamp.self] }
    var processes: [any ScenarioProcess] { [process] }

    func make(_ color: String, header: String?, _ transaction: Transaction) throws -> Lamp? {
        let others = [(name: magicValues.scenario(of: color), source: LampScenario.Source.color)]
        guard let scenario = try rules.admit(.lamp, header: header, others: others, transaction) else { return nil }
        var lamp = Lamp(id: try transaction.random().uuid(), color: color, scenario: scenario)
        try process.begin(&lamp, transaction)
        return lamp
    }

    // The API
    var routes: [Route] {
        [
            Route("POST", "lamps") { request in
                let color = try request.decode { (body) throws(JSONMemberError) in
                    try JSONReader(body).member("color").string()
                }
                let lamp = try await request.write { try make(color, header: request.scenario, $0) }
                guard let lamp else { throw SandboxError.unavailable }
                return .json(lamp.shown, status: 201)
            },
            Route("GET", "lamps/{id}") { .json(try await $0.object(Lamp.self).shown) },
        ]
    }

    func errorBody(_ error: SandboxError, requestID: String, at now: Timestamp) -> JSON {
        ["code": .string(error.code), "message": .string(error.message)]
    }

    // Control
    func perform(
        _ action: String, on id: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        var lamp = try Lamp.existing(id, transaction)
        try process.require(.broken, to: &lamp, transaction)
        return lamp.shown
    }

    func trigger(
        _ event: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        guard var lamp = try make(parameters.text("color") ?? "white", header: nil, transaction) else {
            throw SandboxError.unavailable
        }
        try process.takeStep(&lamp, transaction)
        try process.apply(.burntOut, to: &lamp, transaction)
        return lamp.shown
    }

    // The OpenAPI document
    let title = "The shop of lamps of the Toque sandbox"
    let components = [Self.lamp]
    let operations = [
        Operation(
            method: .post, path: "lamps", id: "makeLamp", tag: tag, summary: "Make a lamp",
            body: Operation.Body(schema: .request(.required("color", .text)), example: ["color": "red"]),
            answers: [.created(lamp, "The lamp")], takesScenario: true),
        Operation(
            method: .get, path: "lamps/{id}", id: "showLamp", tag: tag, summary: "Show a lamp",
            answers: [.shown(lamp, "The lamp")], refusals: [.notFound("There is no such lamp.")]),
    ]

    private static let tag = Tag("Lamps", "They burn for an hour.", exampleID: "10000000-0000-4000-8000-000000000001")
    private static let lamp = Component(
        "Lamp",
        .answer(.required("id", .uuid), .required("color", .text), .required("status", Lamp.State.schema)),
        example: ["id": .string(tag.exampleID), "color": "red", "status": "off"])

    func errorSchema(_ codes: [String]) -> JSONSchema {
        .answer(.required("code", .choice(codes)), .required("message", .text))
    }
}
