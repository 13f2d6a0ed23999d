import Synchronization
import ToqueWebAuthn

/// The person's answer on the sheet that asks for a face or a finger. It is there before the ceremony asks.
final class PhoneSheet: UserInteraction, Clock {
    typealias Duration = Swift.Duration
    typealias Instant = ContinuousClock.Instant

    /// The buttons of the sheet.
    enum Answer: String, CaseIterable {
        case approve, decline, timeout

        var gesture: UserGesture {
            switch self {
            case .approve: .approve
            case .decline: .decline
            case .timeout: .timeout
            }
        }
    }

    private let answer = Mutex(Answer.decline)

    func prepare(_ answer: Answer) { self.answer.withLock { $0 = answer } }

    func requestGesture(_ prompt: GesturePrompt) async -> UserGesture {
        let answer = answer.withLock { $0 }
        // The ceremony's own time limit ends the wait.
        while answer == .timeout, !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
        return answer.gesture
    }

    // MARK: The ceremony's clock

    var now: Instant { .now }
    var minimumResolution: Duration { .nanoseconds(1) }

    /// Nobody watches a sheet for five minutes to see that it times out.
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        if answer.withLock({ $0 }) == .timeout { return try Task.checkCancellation() }
        try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
    }
}
