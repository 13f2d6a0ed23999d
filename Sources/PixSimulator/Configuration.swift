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
}

extension APIKey {
    /// The key that a simulator on the loopback interface takes when none is configured.
    public static let sandbox = APIKey(id: "sandbox", secret: "sandbox")
}
