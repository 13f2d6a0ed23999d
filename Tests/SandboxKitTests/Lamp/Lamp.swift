import SandboxKit
import ToqueEncoding

/// A lamp: it goes on a second after it was made, and burns out an hour later.
struct Lamp: ScenarioModel {
    enum State: String, CaseIterable { case off, on, burnt }
    enum Event: String, CaseIterable {
        case warmedUp = "warmed_up"
        case burntOut = "burnt_out"
        case broken
    }

    static let kind = "lamp"
    let id: String
    let color: String
    var state = State.off
    let scenario: LampScenario.Choice
    var nextStep: PlannedEvent<Event>?
    var refusedRequests = 0

    /// As the API shows it.
    var shown: JSON { ["id": .string(id), "color": .string(color), "status": .string(state.rawValue)] }
    var shownStatus: ShownStatus { ShownStatus(state.rawValue) }
}

/// As the database keeps it.
extension Lamp {
    init(_ reader: JSONReader) throws(JSONMemberError) {
        id = try reader.member("id").string()
        color = try reader.member("color").string()
        state = try reader.member("state").choice()
        scenario = try LampScenario.Choice(reader.member("scenario"))
        nextStep = try reader.optional("next_step").map(PlannedEvent.init)
        refusedRequests = try reader.member("refused_requests").int()
    }

    var json: JSON {
        [
            "id": .string(id), "color": .string(color), "state": .string(state.rawValue), "scenario": scenario.json,
            "next_step": nextStep?.json ?? .null, "refused_requests": .int(refusedRequests),
        ]
    }
}
