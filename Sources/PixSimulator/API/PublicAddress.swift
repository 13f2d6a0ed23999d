import Synchronization

/// Where the simulator is reached; known once it listens.
final class PublicAddress: Sendable {
    private let value = Mutex("")

    /// Such as `http://127.0.0.1:8420`, without a slash at the end.
    var url: String { value.withLock { $0 } }

    func set(_ url: String) { value.withLock { $0 = url } }
}
