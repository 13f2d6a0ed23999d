/// The statistics of all steps, by name, with their failures. Bounded: a target that answers with a new text each time
/// must not fill the memory.
public struct StepTable: Sendable {
    /// A failure of a step.
    public struct Failure: Sendable, Hashable {
        public let step: String
        public let text: String
    }

    /// Further failures are counted together, whatever their steps.
    static let otherFailures = Failure(step: "other steps", text: "other failures")
    /// The number of names of a kind. Further ones are counted together, with those of their kind alone.
    static let maxSteps = 200
    static let maxFailures = 100
    private static let maxTextLength = 200

    public private(set) var steps: [String: StepStatistics] = [:]
    public private(set) var failures: [Failure: Int] = [:]
    private var nameCounts: [StepKind: Int] = [:]

    public init() {}

    /// All HTTP requests together.
    public var requests: StepStatistics {
        var all = StepStatistics()
        for (name, statistics) in steps where StepKind(ofStep: name) == .request { all.add(statistics) }
        return all
    }

    /// All steps, without whole journeys, which consist of them.
    public var stepCount: Int { sum(\.count) }

    /// All steps that failed. A failed step fails its journey too, which is not counted again.
    public var failureCount: Int { sum(\.failures) }

    private func sum(_ count: KeyPath<StepStatistics, Int>) -> Int {
        steps.reduce(0) { $0 + (StepKind(ofStep: $1.key) == .journey ? 0 : $1.value[keyPath: count]) }
    }

    mutating func add(_ outcome: StepOutcome) {
        let name = place(of: outcome.name)
        steps[name, default: StepStatistics()].add(outcome)
        // A journey fails with one of its steps, which has the reason.
        if let text = outcome.failure, StepKind(ofStep: outcome.name) != .journey {
            count(Failure(step: outcome.name, text: String(text.prefix(Self.maxTextLength))), 1)
        }
    }

    mutating func add(_ other: StepTable) {
        for (name, statistics) in other.steps {
            let name = place(of: name)
            steps[name, default: StepStatistics()].add(statistics)
        }
        for (failure, count) in other.failures { self.count(failure, count) }
    }

    /// The name under which a step counts: its own as long as there is room.
    private mutating func place(of name: String) -> String {
        guard steps[name] == nil else { return name }
        let kind = StepKind(ofStep: name)
        guard name != kind.others, nameCounts[kind, default: 0] < Self.maxSteps else { return kind.others }
        nameCounts[kind, default: 0] += 1
        return name
    }

    private mutating func count(_ failure: Failure, _ count: Int) {
        let isKnown = failures[failure] != nil || failures.count < Self.maxFailures
        failures[isKnown ? failure : Self.otherFailures, default: 0] += count
    }
}
