import Logging
import Sandbox

extension PixSimulator {
    /// How a simulator runs. The defaults serve on this machine alone, forget everything and take `sandbox`/`sandbox`.
    public struct Configuration: Sendable {
        /// What is no matter of Pix: address, database, keys, clock, webhooks, control.
        public var sandbox = SandboxConfiguration(keys: [.sandbox], logger: Self.quietLogger)
        public var relyingParty = RelyingPartyIdentity()
        public var durations = Durations()
        public var risk = RiskPolicy.observe
        /// Signs ID tokens; nil for the database's own key, which is made when it is needed first. A suite of tests that
        /// starts many simulators makes one for all of them.
        public var bankKey: BankKey?

        public init() {}

        /// Faults of the sandbox itself only; requests are in the journal.
        private static var quietLogger: Logger {
            var logger = Logger(label: "toque.simulator")
            logger.logLevel = .warning
            return logger
        }
    }

    /// What the bank makes of risk signals.
    public enum RiskPolicy: String, Sendable, Hashable, CaseIterable {
        /// They are recorded and refuse nothing.
        case observe
        /// Suspicious ones are refused, and so are ceremonies with extension outputs that nobody asked for.
        case strict
    }
}
