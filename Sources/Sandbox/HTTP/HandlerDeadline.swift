import NIOCore

/// A bound on what a handler may take.
enum HandlerDeadline {
    /// Runs a handler; does not wait for one that goes on in spite of being cancelled.
    /// - Throws: what the handler throws; `SandboxError` with status 503 where it takes longer.
    static func run(
        within limit: Duration, on loop: any EventLoop,
        _ handler: @escaping @Sendable () async throws -> SandboxResponse
    ) async throws -> SandboxResponse {
        let promise = loop.makePromise(of: SandboxResponse.self)
        let task = promise.completeWithTask(handler)
        // Of two ends the first one counts.
        let timeout = loop.scheduleTask(in: TimeAmount(limit)) {
            task.cancel()
            promise.fail(
                SandboxError(
                    status: 503, code: "timeout", message: "The request took longer than \(limit) and was given up."))
        }
        defer { timeout.cancel() }
        return try await promise.futureResult.get()
    }
}
