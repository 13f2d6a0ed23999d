import Synchronization
import ToqueWebAuthn

/// The lifetimeTimer of both ceremonies (step 4 of section 5.1.3, step 4 of 5.1.4.1).
struct CeremonyTimer: Sendable {
    /// The recommendation where user verification is required or preferred; it holds for all ceremonies here.
    static let range: ClosedRange<Duration> = .seconds(30) ... .seconds(600)
    static let standard: Duration = .seconds(300)

    private static let abort = WebAuthnError(.abortError, "the ceremony was canceled by its caller")

    let clock: any Clock<Duration>

    /// How long a ceremony may last: the caller's own wish as it is, else the options' within the range.
    /// - Parameter milliseconds: as the options say.
    static func lifetime(milliseconds: Int?, override: Duration?) -> Duration {
        if let override { return override }
        guard let milliseconds else { return standard }
        return min(max(.milliseconds(milliseconds), range.lowerBound), range.upperBound)
    }

    /// Runs a ceremony against the clock. When the time is over, and when the caller's task is canceled, the
    /// operation's task is canceled and its end awaited: nothing goes on behind the caller's back, and other
    /// ceremonies of the same authenticator are left alone, which its `cancel()` would end too.
    /// - Throws: the operation's error; `notAllowedError` when the time is over, `abortError` when canceled.
    func run<Value: Sendable>(
        within lifetime: Duration, _ operation: @escaping @Sendable () async throws(WebAuthnError) -> Value
    ) async throws(WebAuthnError) -> Value {
        // Step 16 of section 5.1.3, step 13 of 5.1.4.1.
        guard !Task.isCancelled else { throw Self.abort }
        // The operation starts on this thread. One that asks nobody has ended when `immediate` returns, and needs
        // neither timer nor handler, which would take as long as a signature.
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
        let timer = Task.immediate { [clock] in
            // Sleeping throws when it is canceled, and then nothing has expired.
            guard (try? await clock.sleep(for: lifetime)) != nil else { return false }
            work.cancel()
            return true
        }
        let result = await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
        timer.cancel()
        switch result {
        case .success(let value):
            // What succeeded counts even if it was late: the credential or the signature exists.
            return value
        case .failure(let error):
            guard !Task.isCancelled else { throw Self.abort }
            guard await !timer.value else {
                throw WebAuthnError(
                    .notAllowedError, "nobody confirmed within \(lifetime); try again")
            }
            throw error
        }
    }

    /// Where an operation leaves its result for the thread that started it.
    private final class Ended<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, WebAuthnError>?>(nil)
    }
}
