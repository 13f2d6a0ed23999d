import Sandbox

extension PixSimulator {
    /// How a simulator runs. The defaults serve on this machine alone, forget everything and take `sandbox`/`sandbox`.
    public struct Configuration: Sendable {
        /// What is no matter of Pix: address, database, keys, clock, webhooks, control.
        public var sandbox = SandboxConfiguration()
        public var relyingParty = RelyingPartyIdentity()
        public var durations = Durations()
        public var risk = RiskPolicy.observe
        /// Signs ID tokens; nil for the database's own key, which is made when it is needed first. A suite of tests
        /// that starts many simulators makes one for all of them.
        public var bankKey: BankKey?

        public init() {}
    }

    /// What the bank makes of risk signals.
    public enum RiskPolicy: String, Sendable, Hashable, CaseIterable {
        /// They are recorded and refuse nothing.
        case observe
        /// Suspicious ones are refused, and so are ceremonies with extension outputs that nobody asked for.
        case strict
    }

    /// Who the bank takes itself for in ceremonies.
    public struct RelyingPartyIdentity: Sendable, Hashable {
        /// RP ID; the guide's samples have this one.
        public var id = "belvo.com"
        /// The shop that enrolls devices.
        public var name = "Loja Exemplo"
        /// Exact origins, of the web (`https://belvo.com`) or of apps (`android:apk-key-hash:...`).
        public var origins = ["https://belvo.com"]

        public init() {}
    }

    /// The clocks of `docs/simulator.md`.
    public struct Durations: Sendable, Hashable {
        /// How long the bank takes to make registration options.
        public var optionsDelay = Duration.seconds(1)
        /// How long the bank takes to judge a registration or to settle a payment.
        public var resultDelay = Duration.milliseconds(250)
        /// The provider gives up on registration options.
        public var optionsTimeout = Duration.seconds(120)
        /// The provider gives up on a result.
        public var resultTimeout = Duration.seconds(120)
        /// The bank waits for the account holder.
        public var decision = Duration.seconds(15 * 60)
        /// The bank waits for the device's registration.
        public var registration = Duration.seconds(5 * 60)
        /// The bank waits for a payment's authorization.
        public var consent = Duration.seconds(5 * 60)
        /// An authorized enrollment lasts; 365 days.
        public var validity = Duration.seconds(365 * 86_400)

        public init() {}
    }
}
