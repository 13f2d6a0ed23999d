import Logging
import ToqueEncoding

/// How a sandbox runs, whatever its provider.
public struct SandboxConfiguration: Sendable {
    /// An address to listen on.
    public var host = "127.0.0.1"
    /// 0 takes a free one.
    public var port = 0
    /// Further addresses, for some of the provider's endpoints; control is served on the main one alone.
    public var listeners: [Listener] = []
    /// What links name, without a slash at the end; nil for the address that is listened on.
    public var publicURL: String?
    public var database = SandboxStore.Location.memory
    public var durability = Durability.full
    /// A state file, which the first key's tenant gets in place of all that it has; nil for what the database has.
    public var state: JSON?
    /// Each one a tenant; more can be made through control.
    public var keys: [APIKey]
    /// A file of the secrets that tenants share with the provider: `key id:name:secret` in each line. Those that it
    /// does not name are made, from the seed where there is one; nil for all of them.
    public var secrets: String?
    public var clock: any SandboxClock = WallClock()
    /// The time at which the clocks of new tenants stand still; nil for clocks that run.
    public var frozenAt: Timestamp?
    /// Makes ids, challenges and codes the same in every run.
    public var seed: String?
    /// Name of the scenario for what has no other.
    public var scenario: String?
    /// Who is notified of every tenant's changes.
    public var webhooks: [String] = []
    /// Sent to them as a bearer token.
    public var webhookToken: String?
    /// A PEM file of certificates that receivers are trusted by, beside the machine's own; nil for those alone.
    public var webhookAuthorities: String?
    /// How long a receiver may take to answer, in place of the provider's rule.
    public var webhookAnswerTime: Duration?
    /// The control API under `/_toque`.
    public var control = Control()
    /// Speaks TLS; nil for plain HTTP.
    public var tls: TLSFiles?
    public var limits = ServerLimits()
    /// How long `stop` waits for requests under way; a client that stands still must not keep the process.
    public var shutdownGrace = Duration.seconds(3)
    public var logger: Logger

    public struct Control: Sendable {
        public var isEnabled = true
        /// What a request has to bring; nil for none, on the loopback interface only.
        public var token: String?

        public init() {}
    }

    /// The defaults serve on this machine alone, forget everything, take `sandbox`/`sandbox` and log faults of the
    /// sandbox itself only; requests are in the journal.
    public init(keys: [APIKey] = [.sandbox], logger: Logger? = nil) {
        self.keys = keys
        self.logger = logger ?? Logger(label: "toque.sandbox")
        if logger == nil { self.logger.logLevel = .warning }
    }
}

/// What an answered request survives (https://sqlite.org/pragma.html#pragma_synchronous).
public enum Durability: String, Sendable, Hashable, CaseIterable {
    /// The end of the process, of the system and of the power supply.
    case full
    /// The end of the process. A crash of the system may take the last moments with it, never the database's order.
    case normal
}
