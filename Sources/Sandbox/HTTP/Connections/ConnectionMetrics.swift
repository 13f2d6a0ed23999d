/// What the connections of a server hold.
public struct ConnectionMetrics: Sendable {
    /// Open connections.
    public let open = Gauge()
    /// Bytes of answers that clients have not taken yet.
    public let unsent = Gauge()
    /// Connections that were reset because the client took nothing of its answer.
    public let stalled = Counter()

    public init() {}

    /// More waits for clients than may wait.
    func isPressed(_ limits: ServerLimits) -> Bool { unsent.value > limits.unsentBytes }

    /// - Throws: `SandboxError` with status 503 while more waits for clients than may wait.
    func checkPressure(_ limits: ServerLimits) throws(SandboxError) {
        guard isPressed(limits) else { return }
        throw SandboxError(
            status: 503, code: SandboxError.overloadedCode,
            message: "\(unsent.value) bytes of answers wait for clients that do not read them; try again later.")
    }
}
