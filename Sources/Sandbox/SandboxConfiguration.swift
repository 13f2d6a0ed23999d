import Logging
import ToqueEncoding

/// The settings of a sandbox, whatever its provider.
public struct SandboxConfiguration: Sendable {
    /// An address to listen on.
    public var host = "127.0.0.1"
    /// 0 picks a free port.
    public var port = 0
    /// More addresses, for some of the provider's endpoints; control is served only on the main one.
    public var listeners: [Listener] = []
    /// The base of links, without a trailing slash; nil for the listening address.
    public var publicURL: String?
    public var database = SandboxStore.Location.memory
    public var durability = Durability.full
    /// Removes finished objects, journal and events after this time of their tenant; nil to keep everything.
    public var keep: Duration?
    /// A state file, which replaces everything of the first key's tenant; nil to keep the database's content.
    public var state: JSON?
    /// Each key is a tenant; control can add more.
    public var keys: [APIKey]
    /// A file of the secrets that tenants share with the provider: `key id:name:secret` on each line. Missing ones are
    /// generated, from the seed if set. nil generates all.
    public var secrets: String?
    public var clock: any SandboxClock = WallClock()
    /// The time at which new tenants' clocks are frozen; nil for running clocks.
    public var frozenAt: Timestamp?
    /// Makes ids, challenges and codes repeatable across runs.
    public var seed: String?
    /// Name of the default scenario.
    public var scenario: String?
    /// The receivers notified of every tenant's changes.
    public var webhooks: [String] = []
    /// The bearer token sent to them.
    public var webhookToken: String?
    /// A PEM file of certificates to trust for receivers, in addition to the machine's; nil for the machine's alone.
    public var webhookAuthorities: String?
    /// The time limit for a receiver's response, overriding the provider's rule.
    public var webhookAnswerTime: Duration?
    /// Serves the control API under `/_toque`.
    public var control = Control()
    /// TLS certificate and key; nil for plain HTTP.
    public var tls: TLSFiles?
    public var limits = ServerLimits()
    /// How long `stop` waits for requests in progress, so that a stalled client cannot keep the process alive.
    public var shutdownGrace = Duration.seconds(3)
    public var logger: Logger

    public struct Control: Sendable {
        public var isEnabled = true
        /// The token that control requests must carry; nil for none, on the loopback interface only.
        public var token: String?
        /// Pages for the people who may use it, on the main address.
        public var pages: [any ControlPages] = []

        public init() {}
    }

    /// By default it serves this machine only, keeps everything in memory, accepts `sandbox`/`sandbox` and logs only
    /// the sandbox's own faults. Requests are in the journal.
    public init(keys: [APIKey] = [.sandbox], logger: Logger? = nil) {
        self.keys = keys
        self.logger = logger ?? Logger(label: "toque.sandbox")
        if logger == nil { self.logger.logLevel = .warning }
    }
}

/// The crashes that a completed request survives (https://sqlite.org/pragma.html#pragma_synchronous).
public enum Durability: String, Sendable, Hashable, CaseIterable {
    /// The end of the process, a system crash and a power failure.
    case full
    /// The end of the process. A system crash may lose the last moments but never corrupts the database.
    case normal
}
