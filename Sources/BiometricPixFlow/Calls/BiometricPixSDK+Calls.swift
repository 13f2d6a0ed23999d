import APIClient
import BiometricPixSDK
import Dispatch
import PixAPI
import RiskSignals

extension BiometricPixSDK {
    /// Performs one API call, with the errors for apps.
    /// - Throws: ``BelvoApiException``; `CancellationError` if the task was canceled.
    func call<Value: Sendable>(
        _ body: (PixClient) async throws(PixClientError) -> Value
    ) async throws -> Value {
        let connection = try pixConnection
        try Task.checkCancellation()
        do throws(PixClientError) {
            return try await body(connection.client)
        } catch {
            // A canceled request looks like a server that does not respond.
            try Task.checkCancellation()
            guard case .refused(_, 401, _) = error else { throw BelvoApiException(error) }
            throw BelvoApiException(error, hint: connection.token?.hint(now: connection.now()))
        }
    }

    /// Polls until there is a value: by default every 2 s for 120 s (docs/sdk.md). Temporary errors, such as a server
    /// that does not respond, count as not yet.
    /// - Throws: ``BelvoApiException`` with status 0 when the time is over; `CancellationError`; the error of an
    ///   attempt.
    func poll<Value>(for what: String, _ attempt: () async throws -> Value?) async throws -> Value {
        let connection = try pixConnection
        var trouble: BelvoApiException?
        do {
            return try await connection.polling.poll(for: what, clock: connection.clock) {
                do {
                    return try await attempt()
                } catch let error as BelvoApiException where error.isTransient {
                    trouble = error
                    return nil
                }
            }
        } catch let error as PollingTimeout {
            throw BelvoApiException(PixClientError(error), hint: trouble.map { "at last: \($0)" })
        }
    }

    /// Looks for the result of a request whose response was lost. Twice, an interval apart, because a dead process's
    /// request may still have been in transit at the first attempt.
    func findLost<Value: Sendable>(_ look: @Sendable () async throws -> Value?) async throws -> Value? {
        let connection = try pixConnection
        let twice = Polling(interval: connection.polling.interval, timeout: connection.polling.interval)
        do {
            return try await twice.poll(for: "", clock: connection.clock, look)
        } catch is PollingTimeout {
            return nil
        }
    }

    /// The risk signals to send, checked against the declared platform.
    /// - Throws: `RiskSignalsError`, and errors of the connection's own source of signals.
    func signals(accountTenure: String) async throws -> RiskSignals {
        let connection = try pixConnection
        let signals =
            if let source = connection.riskSignals {
                try await offThePool { try source(accountTenure) }
            } else {
                try await riskSignals(accountTenure: accountTenure)
            }
        try connection.platform.require(signals)
        return signals
    }
}

/// Runs blocking work on a thread that delays no task.
func offThePool<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
    }
}
