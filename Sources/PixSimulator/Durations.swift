extension PixSimulator {
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
