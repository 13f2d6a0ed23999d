import SandboxKit
import ToqueEncoding

/// A lamp, which goes on a second after it was made and burns out an hour later.
struct Lamp: ScenarioModel {
    enum State: String, JSONChoice { case off, on, burnt }
    enum Event: String, CaseIterable {
        case warmedUp = "warmed_up"
        case burntOut = "burnt_out"
        case broken
    }

    static let kind = "lamp"
    var id: String
    var color: String
    var state = State.off
    var scenario: LampScenario.Choice
    var nextStep: PlannedEvent<Event>?
    var refusedRequests = 0

    /// The API's form.
    var shown: JSON { ["id": .string(id), "color": .string(color), "status": .string(state.rawValue)] }
    var shownStatus: ShownStatus { ShownStatus(state.rawValue) }
}

/// The database's form.
extension Lamp: JSONStructure {
    static let blank = Lamp(id: "", color: "", scenario: .blank)

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("id", &id)
        coder.required("color", &color)
        coder.required("state", &state)
        coder.required("scenario", &scenario)
        coder.optional("next_step", &nextStep)
        coder.required("refused_requests", &refusedRequests)
    }
}
