import ToqueEncoding

/// What happens of its own accord while an object is in a state. A scenario chooses the event and the time; only the
/// table decides what becomes of it.
package enum AutomaticStep<Event: Sendable, Durations>: Sendable {
    /// What happens without a scenario, at another time.
    case usual(after: StepDelay<Durations>)
    case event(Event, after: StepDelay<Durations>)
    /// Nothing does, and the clocks of the table run out.
    case nothing
}

/// How long a step takes, in the sandbox's time.
package enum StepDelay<Durations>: Sendable {
    /// Before the next request: nobody is quick enough to be in time.
    case atOnce
    /// As the provider is configured.
    case configured(KeyPath<Durations, Duration> & Sendable)
    case seconds(Int)

    func duration(_ durations: Durations) -> Duration {
        switch self {
        case .atOnce: .zero
        case .configured(let path): durations[keyPath: path]
        case .seconds(let seconds): .seconds(seconds)
        }
    }
}

/// An event that happens of its own accord, and when.
package struct PlannedStep<Event: RawRepresentable<String> & CaseIterable & Hashable & Sendable, Durations>: Sendable {
    let event: PlannedEvent<Event>
    let delay: StepDelay<Durations>

    package init(_ event: PlannedEvent<Event>, after delay: StepDelay<Durations>) {
        self.event = event
        self.delay = delay
    }

    package init(_ event: Event, message: String? = nil, after delay: StepDelay<Durations>) {
        self.init(PlannedEvent(event, message: message), after: delay)
    }
}

/// An event that is to happen, with its own sentence about it.
package struct PlannedEvent<Event: RawRepresentable<String> & CaseIterable & Hashable & Sendable>: JSONModel, JSONValue,
    Hashable
{
    package let event: Event
    /// Nil where the table's sentence says all.
    package let message: String?

    package init(_ event: Event, message: String? = nil) {
        self.event = event
        self.message = message
    }

    package init(_ reader: JSONReader) throws(JSONMemberError) {
        event = try reader.member("event").choice()
        message = try reader.optional("message")?.string()
    }

    package var json: JSON {
        var object: JSONObject = ["event": .string(event.rawValue)]
        object["message"] = message.map(JSON.string)
        return .object(object)
    }
}
