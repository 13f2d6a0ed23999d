import Sandbox

/// ecommpay: Gate for merchants' servers, the endpoints of its app SDK, the Payment Page and the issuer behind it.
package enum EcommpaySimulator {
    /// The clocks of a payment.
    package struct Durations: Sendable, Hashable {
        /// The providers behind the platform take so long.
        package var result = Duration.milliseconds(250)
        /// The platform gives up on them.
        package var resultTimeout = Duration.seconds(120)
        /// The platform waits for the person.
        package var person = Duration.seconds(30 * 60)
        /// A hold lasts; 7 days.
        package var hold = Duration.seconds(7 * 86_400)

        package init() {}
    }

    package struct Configuration: Sendable {
        package var authorization = PayerAuthorization.passkey
        package var durations = Durations()
        /// Name of the scenario for what has no other.
        package var scenario: String?

        package init() {}
    }

    /// What such a simulator gives the sandbox's engine.
    package static func provider(_ configuration: Configuration = Configuration()) -> some SandboxProvider {
        EcommpayProvider(configuration)
    }
}
