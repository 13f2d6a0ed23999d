import Logging
import Sandbox
import ToqueCrypto

extension PixSimulator {
    /// How a simulator runs. The defaults serve on this machine alone, forget everything and take `sandbox`/`sandbox`.
    public struct Configuration: Sendable {
        /// An address to listen on.
        public var host = "127.0.0.1"
        /// 0 takes a free one.
        public var port = 0
        public var database = SandboxStore.Location.memory
        /// Accepted with HTTP Basic.
        public var keys = [APIKey.sandbox]
        public var clock: any SandboxClock = WallClock()
        /// Ids, challenges, codes and the key of ID tokens come from it.
        public var random: any RandomSource = SystemRandom()
        public var relyingParty = RelyingPartyIdentity()
        public var durations = Durations()
        /// Where faults of the sandbox itself are written; requests are in the journal.
        public var logger = Self.quietLogger

        public init() {}

        private static var quietLogger: Logger {
            var logger = Logger(label: "toque.simulator")
            logger.logLevel = .warning
            return logger
        }
    }

    /// Who the bank takes itself for in ceremonies.
    public struct RelyingPartyIdentity: Sendable, Hashable {
        /// RP ID; the guide's samples have this one.
        public var id = "belvo.com"
        /// The shop that enrols devices.
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
        /// An authorised enrollment lasts; 365 days.
        public var validity = Duration.seconds(365 * 86_400)

        public init() {}
    }
}

extension APIKey {
    /// The key that a simulator on the loopback interface takes when none is configured.
    public static let sandbox = APIKey(id: "sandbox", secret: "sandbox")
}

/// A configuration that cannot be served.
public struct PixSimulatorError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
}
