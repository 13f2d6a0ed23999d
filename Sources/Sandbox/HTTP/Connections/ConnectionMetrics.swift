/// The resources held by a server's connections.
public struct ConnectionMetrics: Sendable {
    /// Open connections.
    public let open = Gauge()
    /// Bytes of responses that clients have not received yet.
    public let unsent = Gauge()
    /// Connections that were reset because the client left its response unread.
    public let stalled = Counter()

    public init() {}

    /// True if more bytes are unread than the limit.
    func isPressed(_ limits: ServerLimits) -> Bool { unsent.value > limits.unsentBytes }

    /// - Throws: `SandboxError` with status 503 while more bytes are unread than the limit.
    func checkPressure(_ limits: ServerLimits) throws(SandboxError) {
        guard isPressed(limits) else { return }
        throw SandboxError(
            status: 503, code: SandboxError.overloadedCode,
            message: "\(unsent.value) bytes of answers wait for clients that do not read them; try again later.")
    }
}
