import Synchronization
import ToqueWebAuthn

/// The lifetimeTimer of both ceremonies (step 4 of section 5.1.3, step 4 of 5.1.4.1).
struct CeremonyTimer: Sendable {
    /// The recommendation for required or preferred user verification; this client uses it for all ceremonies.
    static let range: ClosedRange<Duration> = .seconds(30) ... .seconds(600)
    static let standard: Duration = .seconds(300)

    private static let abort = WebAuthnError(.abortError, "the ceremony was canceled by its caller")

    /// Of all clients: each would leave a sleeping task behind otherwise.
    private static let continuous = ClockLifetimes(ContinuousClock())

    private let lifetimes: any Lifetimes

    init(clock: any Clock<Duration>) {
        func lifetimes<C: Clock<Duration>>(_ clock: C) -> any Lifetimes { ClockLifetimes(clock) }
        self.lifetimes = clock is ContinuousClock ? Self.continuous : lifetimes(clock)
    }

    /// The maximum duration of a ceremony: the caller's timeout unchanged, otherwise the options' timeout within the
    /// range.
    /// - Parameter milliseconds: the options' timeout.
    static func lifetime(milliseconds: Int?, override: Duration?) -> Duration {
        if let override { return override }
        guard let milliseconds else { return standard }
        return min(max(.milliseconds(milliseconds), range.lowerBound), range.upperBound)
    }

    /// Runs a ceremony with a time limit. At the timeout, and when the caller's task is canceled, it cancels the
    /// operation's task and awaits its end: nothing continues unseen, and other ceremonies of the same authenticator go
    /// on, which its `cancel()` would end too.
    /// - Throws: the operation's error; `notAllowedError` at the timeout, `abortError` when canceled.
    func run<Value: Sendable>(
        within lifetime: Duration, _ operation: @escaping @Sendable () async throws(WebAuthnError) -> Value
    ) async throws(WebAuthnError) -> Value {
        // Step 16 of section 5.1.3, step 13 of 5.1.4.1.
        guard !Task.isCancelled else { throw Self.abort }
        // The operation starts on this thread. If it asks nobody, it has ended when `immediate` returns and needs
        // neither timer nor handler.
        let ended = Ended<Value>()
        let work = Task.immediate { () async -> Result<Value, WebAuthnError> in
            let result: Result<Value, WebAuthnError>
            do throws(WebAuthnError) {
                result = .success(try await operation())
            } catch {
                result = .failure(error)
            }
            ended.result.withLock { $0 = result }
            return result
        }
        if let result = ended.result.withLock({ $0 }) { return try result.get() }
        let id = lifetimes.begin(lifetime) { work.cancel() }
        let result = await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
        let isInTime = lifetimes.end(id)
        switch result {
        case .success(let value):
            // A late success counts: the credential or the signature exists.
            return value
        case .failure(let error):
            guard !Task.isCancelled else { throw Self.abort }
            guard isInTime else {
                throw WebAuthnError(
                    .notAllowedError, "nobody confirmed within \(lifetime); try again")
            }
            throw error
        }
    }

    /// Holds an operation's result for the thread that started it.
    private final class Ended<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, WebAuthnError>?>(nil)
    }
}
