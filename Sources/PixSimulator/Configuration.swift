import Sandbox

extension PixSimulator {
    /// The settings of a simulator. By default it serves this machine only, keeps everything in memory and accepts
    /// `sandbox`/`sandbox`.
    public struct Configuration: Sendable {
        /// The general settings: address, database, keys, clock, webhooks, control.
        public var sandbox = SandboxConfiguration()
        public var relyingParty = RelyingPartyIdentity()
        public var durations = Durations()
        public var risk = RiskPolicy.observe
        /// A folder with `apple-app-site-association`, `assetlinks.json` or both: they are served, and must contain the
        /// apps that tenants register.
        public var wellKnown: String?
        /// Signals that are never refused: the containers of CI jobs have suspicious ones by nature. The event log
        /// still shows their findings.
        public var allowedSignals: Set<String> = []
        public var fidelity = Fidelity.strict
        /// Signs ID tokens; nil for the database's own key, which is generated on first use. Test suites with many
        /// simulators share one.
        public var bankKey: BankKey?

        public init() {}
    }

    /// How strictly requests must follow the provider's guide.
    public enum Fidelity: String, Sendable, Hashable, CaseIterable {
        /// Everything that the guide requires is required.
        case strict
        /// The items under "Strict and lenient" in `docs/fidelity.md` are optional.
        case lenient
    }

    /// The bank's reaction to risk signals.
    public enum RiskPolicy: String, Sendable, Hashable, CaseIterable {
        /// Records them and refuses nothing.
        case observe
        /// Refuses suspicious ones, and ceremonies with unrequested extension outputs.
        case strict
    }

    /// The risk signals refused by `RiskPolicy.strict`.
    public static var judgedSignals: [String] {
        RiskRules.table.map(\.signal).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The bank's identity in ceremonies.
    public struct RelyingPartyIdentity: Sendable, Hashable {
        /// RP ID; the default is from the guide's samples.
        public var id = "belvo.com"
        /// The shop that enrolls devices.
        public var name = "Loja Exemplo"
        /// Exact origins: web (`https://belvo.com`) or app (`android:apk-key-hash:...`), in addition to those of the
        /// apps that a tenant registers. If there are neither, `https://` and the RP ID.
        public var origins: [String] = []

        public init() {}
    }

    /// The clocks of `docs/simulator.md`.
    public struct Durations: Sendable, Hashable {
        /// The bank's delay before registration options are ready.
        public var optionsDelay = Duration.seconds(1)
        /// The bank's delay before the result of a registration or payment.
        public var resultDelay = Duration.milliseconds(250)
        /// The provider stops waiting for registration options.
        public var optionsTimeout = Duration.seconds(120)
        /// The provider stops waiting for a result.
        public var resultTimeout = Duration.seconds(120)
        /// The bank stops waiting for the account holder.
        public var decision = Duration.seconds(15 * 60)
        /// The bank stops waiting for the device's registration.
        public var registration = Duration.seconds(5 * 60)
        /// The bank stops waiting for a payment's authorization.
        public var consent = Duration.seconds(5 * 60)
        /// The validity of an authorized enrollment; 365 days.
        public var validity = Duration.seconds(365 * 86_400)

        public init() {}
    }
}
