import Synchronization

/// What a handler finds out about its request that the journal and the log want to know.
final class RequestTrace: Sendable {
    private let state = Mutex("")

    /// Id of the tenant whom the request turned out to be of; empty where it is not known.
    var tenant: String {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
