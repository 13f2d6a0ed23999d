/// What came of one step of a simulated user: the unit of a load test's statistics.
public struct StepOutcome: Sendable, Hashable {
    /// Names the step in the statistics, without IDs: `POST /payment-intents/`.
    public var name: String
    /// From the intended start to the end of the answer.
    public var duration: Duration
    /// The size of the answer's body in bytes.
    public var bytes: Int
    /// Why the step failed, without IDs, so that equal failures count together; nil for a success.
    public var failure: String?

    /// - Parameters:
    ///   - name: of the step in the statistics, without IDs.
    ///   - duration: from the intended start to the end of the answer.
    ///   - bytes: the size of the answer's body.
    ///   - failure: why the step failed, without IDs; nil for a success.
    public init(name: String, duration: Duration, bytes: Int = 0, failure: String? = nil) {
        self.name = name
        self.duration = duration
        self.bytes = bytes
        self.failure = failure
    }
}
