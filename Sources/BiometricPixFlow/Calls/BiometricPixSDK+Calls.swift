import APIClient
import BiometricPixSDK
import Dispatch
import PixAPI
import RiskSignals

extension BiometricPixSDK {
    /// One call of the API, with the errors that apps see.
    /// - Throws: ``BelvoApiException``; `CancellationError` where the task was canceled.
    func call<Value: Sendable>(
        _ body: (PixClient) async throws(PixClientError) -> Value
    ) async throws -> Value {
        let connection = try pixConnection
        try Task.checkCancellation()
        do throws(PixClientError) {
            return try await body(connection.client)
        } catch {
            // A request that is canceled looks like a server that does not answer.
            try Task.checkCancellation()
            guard case .refused(_, 401, _) = error else { throw BelvoApiException(error) }
            throw BelvoApiException(error, hint: connection.token?.hint(now: connection.now()))
        }
    }

    /// Asks until there is a value: every 2 s for 120 s, unless the connection says otherwise (docs/sdk.md).
    /// What may be better a moment later, such as a server that does not answer, counts as not yet.
    /// - Throws: ``BelvoApiException`` of status 0 where the time is over; `CancellationError`; what an attempt throws.
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

    /// Looks for what a request made whose answer was lost. Twice, an interval apart: the request of a process that
    /// died may have been on its way still when the next one looked.
    func findLost<Value: Sendable>(_ look: @Sendable () async throws -> Value?) async throws -> Value? {
        let connection = try pixConnection
        let twice = Polling(interval: connection.polling.interval, timeout: connection.polling.interval)
        do {
            return try await twice.poll(for: "", clock: connection.clock, look)
        } catch is PollingTimeout {
            return nil
        }
    }

    /// The risk signals to send, checked against the platform that is declared.
    /// - Throws: `RiskSignalsError`, and what the connection's own source of signals throws.
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

/// Runs what blocks where it keeps no task waiting.
func offThePool<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
    }
}
