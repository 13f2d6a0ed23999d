import SoftAuthenticator
import Synchronization
import ToqueWebAuthn

/// The person at the key, who answers each question at once.
final class Person: UserInteraction {
    private static let gestures: [UserGesture] = [
        .approve, .decline, .finger(KeyTemplate.fingers[0]), .finger(KeyTemplate.fingers[1]), .finger("a stranger's"),
        .badTouch(.tooHigh), .badTouch(.poorQuality),
    ]

    private let current = Mutex(UserGesture.finger(KeyTemplate.fingers[0]))

    var gesture: UserGesture { current.withLock { $0 } }

    func choose(_ number: UInt8) { current.withLock { $0 = Self.gestures[Int(number) % Self.gestures.count] } }

    /// True if one of these is the person's finger, as a sensor sees it.
    func hasFinger(in storage: MemoryCredentialStore) -> Bool {
        let enrolled = storage.fingerprints().map(\.finger)
        return switch gesture {
        case .approve: !enrolled.isEmpty
        case .finger(let name): enrolled.contains(name)
        default: false
        }
    }

    func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture { gesture }
}
