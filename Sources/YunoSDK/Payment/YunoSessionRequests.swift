import APIClient
import CheckoutContracts

/// The requests for a session's payment. If a response is lost, the client first asks for the status and repeats a
/// request that was not carried out. Repetitions are safe, because a session has only one payment.
@MainActor
final class YunoSessionRequests {
    typealias Answer = YunoDeviceClient.Answer

    /// A request that changes something.
    enum Step: Sendable {
        case pay(YunoDevicePaymentRequest)
        /// Sends a wallet's sheet.
        case confirm

        /// True if a payment shows that the step was carried out.
        fileprivate func isDone(_ payment: YunoDevicePayment) -> Bool {
            switch self {
            case .pay: true
            case .confirm: payment.action.type != .sheet
            }
        }
    }

    /// The maximum number of attempts for a request without a response.
    private static let attempts = 3

    private let session: String
    private let client: YunoDeviceClient
    private let pacer: PollingPacer
    private let polling: Polling
    /// The payment in the server's latest response.
    private(set) var latest: YunoDevicePayment?
    private var isBack = false

    init(_ session: String, client: YunoDeviceClient, clock: any Clock<Duration>, polling: Polling) {
        self.session = session
        self.client = client
        pacer = PollingPacer(clock: clock)
        self.polling = polling
    }

    func carryOut(_ step: Step) async -> Answer {
        var problem = "the payment was canceled"
        for attempt in 0..<Self.attempts {
            if attempt > 0 {
                await pause()
                guard !Task.isCancelled else { break }
                switch noted(await client.read(session)) {
                case .payment(let payment) where step.isDone(payment): return .payment(payment)
                case .payment: break
                case .refused(let error) where error.knownCode == .paymentNotFound: break
                // The first attempt may have been carried out.
                case .refused(let error): return .unknown(error.text)
                case .unknown(let reason):
                    problem = reason
                    continue
                }
            }
            switch noted(await send(step)) {
            case .unknown(let reason): problem = reason
            case let answer: return answer
            }
        }
        return .unknown(problem)
    }

    private func send(_ step: Step) async -> Answer {
        switch step {
        case .pay(let request): await client.pay(session, request)
        case .confirm: await client.confirm(session)
        }
    }

    /// The current payment.
    func status() async -> Answer {
        var answer = noted(await client.read(session))
        for _ in 1..<Self.attempts {
            guard case .unknown = answer, !Task.isCancelled else { break }
            await pause()
            answer = noted(await client.read(session))
        }
        return answer
    }

    func close() async -> Answer { noted(await client.close(session)) }

    /// Polls until the payment changes.
    /// - Parameters:
    ///   - limit: the maximum wait for a change; nil if only the server's timers end it.
    ///   - atOnce: true to send the first request before the first wait.
    /// - Returns: nil if nothing changed; `unknown` if the server was silent for the polling timeout.
    func news(of payment: YunoDevicePayment, within limit: Duration?, atOnce: Bool) async -> Answer? {
        var (waited, silence) = (Duration.zero, Duration.zero)
        var (limit, waits) = (limit, !atOnce)
        while !Task.isCancelled {
            if waits { await pause() }
            waits = true
            if isBack, limit == nil { (limit, waited) = (polling.timeout, .zero) }
            waited += polling.interval
            let answer = noted(await client.read(session))
            let isOver = limit.map { waited > $0 } ?? false
            switch answer {
            case .payment(let now) where now == payment:
                silence = .zero
                if isOver { return nil }
            case .payment, .refused: return answer
            case .unknown:
                silence += polling.interval
                if isOver || silence > polling.timeout { return Task.isCancelled ? nil : answer }
            }
        }
        return nil
    }

    /// Called when the person is back in the app: polls at once, and waits at most for the polling timeout.
    func comeBack() {
        isBack = true
        pacer.resume()
    }

    private func pause() async { await pacer.sleep(polling.interval) }

    private func noted(_ answer: Answer) -> Answer {
        if case .payment(let payment) = answer { latest = payment }
        return answer
    }
}
