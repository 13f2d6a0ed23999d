import Synchronization

/// Whether the sandbox serves requests.
final class Readiness: Sendable {
    enum State: String, Sendable {
        case starting, ready, stopping
    }

    private let current = Mutex(State.starting)

    var state: State {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
