import Synchronization

/// Notifies one listener of the tenants with news. A slow listener gets one signal for several.
final class TenantSignal: Sendable {
    /// An element when tenants are available; ends with `finish`.
    let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let tenants = Mutex<Set<String>>([])

    init() { (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func send(_ tenant: String) {
        tenants.withLock { _ = $0.insert(tenant) }
        continuation.yield()
    }

    /// The tenants since the last call.
    func take() -> Set<String> {
        tenants.withLock { tenants in
            defer { tenants = [] }
            return tenants
        }
    }

    func finish() { continuation.finish() }
}
