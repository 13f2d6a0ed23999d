/// A request or a change in a sandbox.
public enum SandboxActivity: Sendable {
    /// A request that was answered.
    case request(JournalEntry)
    /// An object that changed.
    case event(SandboxEvent)
}

/// Reads the requests and changes of one tenant. Observing them does not count as a request.
public actor ActivityReader {
    private let engine: Engine
    private let tenant: String
    private var lastRequest: Int64 = 0
    private var lastEvent: Int64

    /// Starts after the existing events: a database may have those of earlier runs.
    public init(_ engine: Engine, tenant: String) async {
        self.engine = engine
        self.tenant = tenant
        lastEvent = (try? await engine.store.read(tenant) { try $0.lastEventCursor() }) ?? 0
    }

    /// Signals that there may be something to read, until the sandbox ends.
    public nonisolated var signals: [AsyncStream<Void>] {
        [engine.journal.follow(tenant: tenant), engine.store.events.subscribe()]
    }

    /// The activity since the last call, in order of time.
    public func next() async -> [SandboxActivity] {
        var events: [SandboxEvent] = []
        while case let (last, tenant) = (lastEvent, tenant),
            let page = try? await engine.store.read(tenant, { try $0.events(after: last, limit: 1000) }),
            let end = page.last
        {
            events += page
            lastEvent = end.cursor
        }
        var requests: [JournalEntry] = []
        while let page = try? await engine.journal.page(tenant: tenant, after: lastRequest), !page.entries.isEmpty {
            requests += page.entries
            lastRequest = page.next
        }
        var activity: [SandboxActivity] = []
        for request in requests {
            let count = events.prefix { $0.time <= request.time }.count
            activity += events.prefix(count).map(SandboxActivity.event) + [.request(request)]
            events.removeFirst(count)
        }
        return activity + events.map(SandboxActivity.event)
    }
}
