import APIClient
import CheckoutContracts

/// Asks for a source's status, by `TMPPollingSchedule`, until there is a result.
@MainActor
struct TMPPoller {
    private let client: TMPClient
    private let pacer: PollingPacer
    private let timeout: Duration

    /// - Parameter userInfo: that of the payment, with the polling time.
    init(client: TMPClient, pacer: PollingPacer, userInfo: [AnyHashable: Any]?) {
        self.client = client
        self.pacer = pacer
        timeout =
            switch userInfo?["__timeout"] {
            case let seconds as Int: .seconds(max(0, seconds))
            case let seconds as Double where seconds.isFinite: .seconds(min(max(0, seconds), 60))
            case let duration as Duration: duration
            default: TMPPollingSchedule.longestTime
            }
    }

    /// The wallet's decision about a source.
    enum Decision {
        case authorized(TakeMeSource)
        case unauthorized(TMPError)
        case pending(TakeMeSource)
        /// The server does not tell in time, with the last error.
        case unknown(TMPError?)
    }

    /// - Parameter error: the error of the visit to the wallet. After one, a pending source may still be decided.
    /// - Returns: nil if the task was canceled.
    func decision(about source: TakeMeSource, after error: TMPError?) async -> Decision? {
        var problem = error
        var schedule = TMPPollingSchedule(timeout: timeout)
        let began = pacer.now
        while true {
            let answer: TMPPollingSchedule.Answer
            do throws(TMPClient.Failure) {
                let now = try await client.read(source)
                switch now.status {
                case .pending(.chargeable), .final(.consumed): return .authorized(now)
                case .final(.failed):
                    return .unauthorized(TMPError(.authorization, "the payment was not authorized"))
                case .pending(.pending) where error == nil: return .pending(now)
                case .pending(.pending), .unrecognized: answer = .status(.pending(.pending))
                }
            } catch {
                problem = TMPError(.authorization, error)
                answer = TMPPollingSchedule.Answer(error)
            }
            guard case .wait(let interval) = schedule.next(after: answer, elapsed: pacer.now - began) else {
                return .unknown(problem)
            }
            guard await pacer.sleep(interval) else { return nil }
        }
    }

    /// - Returns: the source's latest state, the result of polling, and an error unless that is a success; nil if the
    ///   task was canceled.
    func result(of source: TakeMeSource) async -> (TakeMeSource, TMPPaymentPollingResultState, TMPError?)? {
        var (latest, problem) = (source, TMPError?.none)
        var schedule = TMPPollingSchedule(timeout: timeout)
        let began = pacer.now
        var next = TMPPollingSchedule.Step.wait(TMPPollingSchedule.interval)
        while true {
            switch next {
            case .wait(let interval): guard await pacer.sleep(interval) else { return nil }
            case .end(let state):
                return (latest, state, state == .success ? nil : problem ?? Self.problem(state))
            }
            let answer: TMPPollingSchedule.Answer
            do throws(TMPClient.Failure) {
                latest = try await client.read(source)
                (answer, problem) = (.status(latest.status), nil)
            } catch {
                (answer, problem) = (TMPPollingSchedule.Answer(error), TMPError(.polling, error))
            }
            next = schedule.next(after: answer, elapsed: pacer.now - began)
        }
    }

    private static func problem(_ state: TMPPaymentPollingResultState) -> TMPError {
        TMPError(.polling, state == .timeout ? "the result is not known yet" : "the payment failed")
    }
}
