import Sandbox
import ToqueEncoding

/// A test that has control make an object and act on it, for a provider whose requests are signed. It begins where the
/// object last waited for a person, or else at its end.
struct TriggeredTest {
    private(set) var lines = ["# Made by the sandbox itself: only your backend can sign its requests."]

    private let life: ObjectHistory.Life
    private let replay: TestGuide.Replay
    private let triggers: [ControlVerb]
    private var variable: String { life.subject.variable }
    private var events: [SandboxEvent] { life.events }

    /// Time that results take, in seconds.
    private static let patience = 10

    /// - Returns: nil if nothing has happened that a trigger repeats.
    init?(_ life: ObjectHistory.Life, _ replay: TestGuide.Replay, triggers: [ControlVerb]) {
        (self.life, self.replay, self.triggers) = (life, replay, triggers)
        let actions = events.indices.map(action)
        // What the backend did is in the trigger's history.
        let barrier =
            events.indices.last { actions[$0] == nil && replay.backend.contains(events[$0].name) } ?? events.startIndex
        let first = actions.indices.first { $0 > barrier && actions[$0] != nil }
        let start = first.flatMap { first in (barrier..<first).last { replay.waits[events[$0].state] != nil } }
        guard let start, let trigger = replay.waits[events[start].state] else {
            guard let verb = end else { return nil }
            begin(verb, reason: reason(verb))
            return
        }
        guard let verb = triggers.first(where: { $0.name == trigger }) else { return nil }
        begin(verb, reason: nil)
        setScenario()
        var place = start
        for index in actions.indices where index > start {
            guard let action = actions[index] else { continue }
            wait(from: place, until: index)
            lines.append(line(action))
            place = index
        }
        wait(from: place, until: events.endIndex)
    }

    /// Reads the object into its variable.
    static func showing(_ variable: String) -> String {
        "\(variable) = toque_sandbox.control.call(\"GET\", f\"objects/{\(variable)_id}\")"
    }

    // MARK: The beginning

    /// The trigger of the last state.
    private var end: ControlVerb? {
        guard let last = events.last else { return nil }
        let status = events.last { $0.data["status"] != nil }?.data["status"]?.stringValue ?? ""
        return [last.state, status.lowercased()].lazy.compactMap { word in
            triggers.first { $0.name == "\(variable).\(word)" }
        }.first
    }

    private func reason(_ verb: ControlVerb) -> String? {
        let values = verb.parameters.first { $0.name == "reason" }?.values ?? []
        guard let last = events.last else { return nil }
        return [replay.reasons[last.name], last.data["reason"]?.stringValue, last.name].compactMap { $0 }
            .first(where: values.contains)
    }

    private mutating func begin(_ verb: ControlVerb, reason: String?) {
        var arguments = [PythonText.string(verb.name)]
        if let reason { arguments.append("reason=\(PythonText.string(reason))") }
        for (name, path) in replay.parameters.sorted(by: { $0.key < $1.key }) {
            guard let value = life.body.member(at: path)?.stringValue,
                verb.parameters.contains(where: { $0.name == name && $0.values?.contains(value) ?? false })
            else { continue }
            arguments.append("\(name)=\(PythonText.string(value))")
        }
        lines.append("\(variable) = toque_sandbox.trigger(\(arguments.joined(separator: ", ")))")
        lines.append("\(variable)_id = \(replay.id.replacing("{object}", with: variable))")
    }

    private mutating func setScenario() {
        guard let name = life.scenario?.name, name != replay.usual else { return }
        lines.append("toque_scenario(\(PythonText.string(name)), object=\(variable)_id)")
    }

    // MARK: What happened then

    /// The action of control that caused an event.
    private func action(_ index: Int) -> String? {
        let event = events[index]
        let next = index + 1 < events.endIndex ? events[index + 1].name : nil
        let hasScenario = life.scenario.map { $0.name != replay.usual } ?? false
        return replay.acts.first { act in
            act.events.contains(event.name) && act.states?.contains(event.origin) ?? true
                && (act.next == nil || act.next == next) && !(act.isWithoutScenario && hasScenario)
        }?.action
    }

    private func line(_ action: String) -> String {
        switch action {
        case "approve", "decline": "toque_sandbox.\(action)(\(variable)_id)"
        default: "toque_sandbox.control.call(\"POST\", f\"objects/{\(variable)_id}/\(action)\")"
        }
    }

    /// Moves the clock if something happened by itself meanwhile, or if a long time passed.
    private mutating func wait(from start: Int, until end: Int) {
        let isAwaited = events[start + 1..<end].contains { $0.time > events[start].time }
        let last = end < events.endIndex ? end : events.endIndex - 1
        let seconds = Int((events[last].time - events[start].time).components.seconds)
        guard isAwaited || seconds >= 60 else { return }
        lines.append("toque_clock.advance(seconds=\(isAwaited ? max(Self.patience, seconds + 1) : seconds))")
    }
}

extension SandboxEvent {
    /// What happened, such as `charged`; empty for the object's creation.
    fileprivate var name: String { data["event"]?.stringValue ?? "" }
    /// The state before it.
    fileprivate var origin: String { data["from"]?.stringValue ?? "" }
    /// The state after it.
    fileprivate var state: String { data["to"]?.stringValue ?? "" }
}
