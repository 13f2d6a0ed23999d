import Synchronization
import ToqueWebAuthn

/// The person's answer on the sheet that asks for a face or a finger. It is there before the ceremony asks.
final class PhoneSheet: UserInteraction {
    /// The buttons of the sheet.
    enum Answer: String, CaseIterable {
        case approve, decline, timeout

        var gesture: UserGesture {
            switch self {
            case .approve: .approve
            case .decline: .decline
            // At once: nobody watches a sheet for five minutes to see that it times out.
            case .timeout: .timeout
            }
        }
    }

    private let answer = Mutex(Answer.decline)

    func prepare(_ answer: Answer) { self.answer.withLock { $0 = answer } }

    func requestGesture(_ prompt: GesturePrompt) async -> UserGesture { answer.withLock(\.gesture) }
}
