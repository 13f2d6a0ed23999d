import ToqueEncoding

/// An automatic step in an object's state. A scenario chooses the event and the time; only the table decides the
/// outcome.
package enum AutomaticStep<Event: Sendable, Durations>: Sendable {
    /// The default step, at another time.
    case usual(after: StepDelay<Durations>)
    case event(Event, after: StepDelay<Durations>)
    /// No step; the table's clocks expire.
    case nothing
}

/// The delay of a step, in the sandbox's time.
package enum StepDelay<Durations>: Sendable {
    /// Before the next request, so that no client can come first.
    case atOnce
    /// The provider's configured delay.
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

/// An automatic event and its delay.
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

/// A planned event, optionally with its own sentence.
package struct PlannedEvent<Event: RawRepresentable<String> & CaseIterable & Hashable & Sendable>: JSONModel, JSONValue,
    Hashable
{
    package let event: Event
    /// nil if the table's sentence suffices.
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
