/// One step of a journey, with its HTTP requests or its work of the device.
struct JourneyStep: Sendable {
    /// The name in the statistics: method and path without IDs, or `DEVICE` and the work.
    let name: String
    /// True if a person thinks first, such as before a decision.
    let needsThought: Bool
    let run: @Sendable (JourneyRun) async throws(StepFailure) -> Void

    init(
        _ name: String, needsThought: Bool = false,
        _ run: @escaping @Sendable (JourneyRun) async throws(StepFailure) -> Void
    ) {
        self.name = name
        self.needsThought = needsThought
        self.run = run
    }
}

/// Why a journey goes no further.
enum StepFailure: Error, Sendable, Hashable {
    /// A recorded outcome says why.
    case recorded
    /// The journey ends here as it should: after a fault or a scenario.
    case ended
    /// A value of an earlier step is missing.
    case needs(value: String, of: String)
}

/// What users do again and again.
struct Journey: Sendable {
    let kind: JourneyKind
    let steps: [JourneyStep]
    /// Steps that make what `steps` need; run once for each user.
    let preparation: [JourneyStep]
    /// The value by which a prepared user is known.
    let preparedBy: String

    init(_ kind: JourneyKind, _ steps: [JourneyStep], preparation: [JourneyStep] = [], preparedBy: String = "") {
        self.kind = kind
        self.steps = steps
        self.preparation = preparation
        self.preparedBy = preparedBy
    }

    /// The step with a name, of this journey or of its preparation.
    func step(named name: String) -> JourneyStep? {
        (preparation + steps).first { $0.name == name }
    }
}
