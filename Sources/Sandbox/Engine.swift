import HTTPTypes
import Synchronization
import ToqueEncoding

/// The shared parts of a running sandbox: the database, the provider and the server's addresses.
public final class Engine: Sendable {
    public let store: SandboxStore
    public let provider: any SandboxProvider
    public let journal: any Journal
    public let metrics = Metrics()
    public let webhooks: WebhookSender
    /// nil if everything is kept.
    private let pruner: Pruner?
    /// Secret at all of the provider's endpoints and in webhooks.
    let secretNames: SecretNames
    let readiness = Readiness()
    /// nil unless it shares the database.
    private let sharedChanges = Mutex<SharedChanges?>(nil)
    let keysUnderWay: KeysUnderWay
    /// The cookie of browsers that have shown the control token; nil without a token.
    let controlCookie: String?
    let configuration: SandboxConfiguration
    /// The URLs of the main address and of the configured listeners.
    private let addresses = Mutex((main: "", others: [String]()))
    /// The database's content at startup.
    private let tenantsBefore: [ResumedTenant]

    /// Opens the database and adds the configured keys.
    /// - Throws: `SandboxConfigurationError`, `TLSFileError`, `SandboxStoreError`, and the provider's errors.
    init(_ configuration: SandboxConfiguration, provider: any SandboxProvider) async throws {
        let state = try configuration.initialState(provider)
        let authorities = try configuration.webhookAuthorities.map { path throws(TLSFileError) in
            try TLSFiles.certificates(of: path)
        }
        self.configuration = configuration
        self.provider = provider
        secretNames = SecretNames(Set(provider.secretNames))
        store = try SandboxStore(
            configuration.database, for: StoredProvider(provider), durability: configuration.durability,
            clock: configuration.clock, seed: configuration.seed, metrics: metrics,
            logger: configuration.logger
        ) { try provider.fire($0, $1) }
        keysUnderWay = KeysUnderWay(store)
        do {
            journal = try await Self.makeJournal(of: store, losses: metrics.journalLosses, configuration)
            controlCookie = try await store.controlCookie(forToken: configuration.control.token)
            tenantsBefore = try await store.resumedTenants()
        } catch {
            store.close()
            throw SandboxStoreError.ofStart(error)
        }
        pruner = configuration.keep.map { [store, journal] in
            Pruner(store, journal, provider, keeping: $0, logger: configuration.logger)
        }
        let answerTime = configuration.webhookAnswerTime ?? provider.deliveryRules.answerTime
        webhooks = WebhookSender(
            store: store, clock: configuration.clock,
            transport: HTTPWebhookTransport(answerTime: answerTime, trusting: authorities ?? []),
            answerTime: answerTime, logger: configuration.logger, request: { try provider.request(for: $0) },
            mask: JournalMask(.common.adding(secretNames)) { _ in nil },
            onAttempt: { [metrics] in metrics.deliveries.add($0) })
        do {
            for key in configuration.keys { try await admit(key, isConfigured: true) }
            if let path = configuration.secrets { try await store.setSecrets(from: path) }
            try await store.retireConfiguredTenants(but: configuration.keys.map(\.id))
            if let state, let first = configuration.keys.first {
                try await renew(first.id, clock: state.clock(at: store.baseNow), state.insert)
            }
            try await store.configureWebhookEndpoints(configuration.webhooks, token: configuration.webhookToken)
            try await tellOfOtherClocks()
            try await provider.start(self)
        } catch {
            await stop()
            throw SandboxStoreError.ofStart(error)
        }
    }

    private static func makeJournal(
        of store: SandboxStore, losses: Counter, _ configuration: SandboxConfiguration
    ) async throws -> any Journal {
        guard !store.isShared else { return StoredJournal(store, losses: losses, logger: configuration.logger) }
        return MemoryJournal(after: try await store.beginJournal(), losses: losses) { store.keys.contains($0) }
    }

    /// Warns a user who requested a frozen clock about each existing tenant whose clock differs.
    private func tellOfOtherClocks() async throws {
        guard let frozenAt = configuration.frozenAt else { return }
        let others = try await store.tenants().map(\.id).filter {
            store.keys.contains($0) && store.agenda.clock(of: $0) != initialClock
        }
        guard !others.isEmpty else { return }
        let names = others.prefix(3).map(\.quoted).joined(separator: ", ")
        let more = others.count > 3 ? " and \(others.count - 3) more" : ""
        configuration.logger.warning(
            "the time does not stand at \(frozenAt) for tenants with a state of their own: \(names)\(more); reset them"
        )
    }

    /// Starts firing timers and sending webhooks.
    func start() async {
        await webhooks.start()
        pruner?.start()
        if store.storage.isShared { sharedChanges.withLock { $0 = SharedChanges(store, journal) } }
    }

    /// Finishes the work in progress and closes the database.
    /// - Returns: the reason if stored data is lost; otherwise nil.
    @discardableResult
    func stop() async -> SandboxStoreError? {
        await sharedChanges.withLock { $0 }?.stop()
        await pruner?.stop()
        await webhooks.stop()
        await store.releaseLeases()
        journal.finish()
        return store.close()
    }

    /// The server's URL, such as `http://127.0.0.1:8420`, without a trailing slash.
    public var publicURL: String { configuration.publicURL ?? addresses.withLock { $0.main } }

    /// True if the main address has pages for people below this segment.
    /// - Parameter root: such as `device`.
    package func hasPages(at root: String) -> Bool {
        configuration.control.isEnabled && configuration.control.pages.contains { $0.root == root }
    }

    /// The URL of the main address itself, without a trailing slash: for requests from this process.
    package var localURL: String { addresses.withLock { $0.main } }

    /// The tenant where a link or a command must name it: nil for the first one, which the control API acts on unless
    /// another is named.
    package func named(_ tenant: String) -> String? { tenant == configuration.keys.first?.id ? nil : tenant }

    /// The URL of an object in the pages of the control API, which are on the main address; nil if they are not served.
    package func dashboardURL(ofObject id: String, tenant: String) -> String? {
        guard hasPages(at: ControlPath.index) else { return nil }
        let query = named(tenant).map { "?tenant=\(FormURLEncoding.encode($0))" } ?? ""
        return "\(publicURL)/\(ControlPath.view)/objects/\(FormURLEncoding.encode(id))\(query)"
    }

    /// The URLs of the configuration's `listeners`, in their order, without a trailing slash.
    public var listenerURLs: [String] { addresses.withLock { $0.others } }

    /// Known once it listens.
    func setAddresses(main: String, others: [String]) { addresses.withLock { $0 = (main, others) } }

    /// The tenants that continue from the database: without those whose keys are no longer accepted, and without the
    /// one that began with a state file.
    public var resumedTenants: [ResumedTenant] {
        let replaced = configuration.state == nil ? nil : configuration.keys.first?.id
        return tenantsBefore.filter { store.keys.contains($0.id) && $0.id != replaced }
    }

    /// The secrets that the journal and refusals must not show anywhere in a request.
    /// - Parameter tenant: their owner; nil for all tenants' secrets, if the request's tenant is unknown.
    func guardedSecrets(of tenant: String?) -> [TenantSecret] {
        // The default key is in the documentation.
        store.secrets.guarded(of: tenant).filter { !$0.isPart(of: provider.defaultKey.secret) }
    }

    /// True if the tenant's clock is frozen.
    package func isFrozen(_ tenant: String) -> Bool { store.agenda.clock(of: tenant).frozenAt != nil }

    /// The tenant's time; without a tenant, the time at which a new tenant begins.
    func now(of tenant: String) -> Timestamp {
        tenant.isEmpty ? initialClock.now(store.baseNow) : store.now(of: tenant)
    }

    /// The time at which a new tenant begins.
    var initialClock: TenantClock { TenantClock(frozenAt: configuration.frozenAt) }

    /// Makes a key a tenant.
    /// - Returns: false if it existed; then this replaces its secret.
    @discardableResult
    func admit(_ key: APIKey, isConfigured: Bool) async throws -> Bool {
        try await store.admit(key, isConfigured: isConfigured, clock: initialClock, plant: provider.plant)
    }

    /// Gives a tenant the provider's initial data.
    func reset(_ tenant: String) async throws {
        try await renew(tenant, clock: initialClock, provider.plant)
    }

    /// Gives a tenant the content of a state file.
    func load(_ state: TenantState, into tenant: String) async throws {
        try await renew(tenant, clock: state.clock(at: store.baseNow), state.insert)
    }

    private func renew(
        _ tenant: String, clock: TenantClock, _ body: @escaping @Sendable (Transaction) throws -> Void
    ) async throws {
        try await store.renew(tenant, clock: clock, body)
        try await journal.reset(tenant: tenant)
    }

    /// The default key is public: pages in a browser on this machine know it too.
    /// - Throws: `SandboxError` with status 403 if such a page may have sent the request.
    func checkDefaultKey(_ head: HTTPRequest) throws(SandboxError) {
        try PageGuard(subject: "The default key", remedy: "configure a key of your own, or --public-url")
            .check(head, publicURL: publicURL)
    }

    /// Returns the scenario with this name, with its argument.
    public func scenario(_ name: String) -> Scenario? { provider.scenarios.named(name) }
}

/// True if the sandbox serves requests.
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
