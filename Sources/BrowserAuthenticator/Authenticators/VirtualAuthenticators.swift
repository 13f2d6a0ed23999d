import SoftAuthenticator
import Synchronization
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The authenticators of one browser, in the order in which they were added.
public final class VirtualAuthenticators: Sendable {
    /// The maximum number of authenticators.
    static let capacity = 100

    private struct State {
        var authenticators: [VirtualAuthenticator] = []
        var observers: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextObserver = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// Adds an authenticator.
    /// - Parameter storage: nil keeps its credentials in memory.
    /// - Returns: its id.
    @discardableResult
    public func add(
        _ options: VirtualAuthenticatorOptions, storage: (any CredentialStorage)? = nil
    ) throws -> String {
        let id = Hex.encode(SystemRandom().bytes(8))
        let authenticator = try VirtualAuthenticator(id: id, options, storage: storage ?? MemoryCredentialStore())
        try state.withLock { state in
            guard state.authenticators.count < Self.capacity else { throw AuthenticatorsFull() }
            state.authenticators.append(authenticator)
        }
        noteChange()
        return id
    }

    /// - Returns: false if there was none.
    func remove(_ id: String) -> Bool {
        defer { noteChange() }
        return state.withLock { state in
            let count = state.authenticators.count
            state.authenticators.removeAll { $0.id == id }
            return state.authenticators.count < count
        }
    }

    var all: [VirtualAuthenticator] { state.withLock { $0.authenticators } }

    subscript(id: String) -> VirtualAuthenticator? { all.first { $0.id == id } }

    /// Tells those who wait for a passkey that something changed.
    func noteChange() {
        for observer in state.withLock({ Array($0.observers.values) }) { observer.yield() }
    }

    /// Yields at once, and after each change.
    func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        continuation.yield()
        let number = state.withLock { state in
            state.nextObserver += 1
            state.observers[state.nextObserver] = continuation
            return state.nextObserver
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.observers.removeValue(forKey: number) }
        }
        return stream
    }
}

/// There is no room for another authenticator.
struct AuthenticatorsFull: Error, CustomStringConvertible {
    var description: String { "there are \(VirtualAuthenticators.capacity) authenticators already; remove some first" }
}
