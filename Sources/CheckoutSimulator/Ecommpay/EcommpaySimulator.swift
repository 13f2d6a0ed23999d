import Sandbox

/// ecommpay as a provider of the sandbox: Gate for merchants' servers, the endpoints of its app SDK, the Payment Page
/// and the issuer behind it.
package enum EcommpaySimulator {
    /// The timers of a payment.
    package struct Durations: Sendable, Hashable {
        /// The delay of the providers behind the platform.
        package var result = Duration.milliseconds(250)
        /// The platform's timeout for them.
        package var resultTimeout = Duration.seconds(120)
        /// The platform's timeout for the person.
        package var person = Duration.seconds(30 * 60)
        /// The duration of a hold: 7 days.
        package var hold = Duration.seconds(7 * 86_400)

        package init() {}
    }

    package struct Configuration: Sendable {
        package var authorization = PayerAuthorization.passkey
        package var durations = Durations()
        /// The name of the default scenario.
        package var scenario: String?

        package init() {}
    }

    /// The configuration for the sandbox's engine.
    package static func provider(_ configuration: Configuration = Configuration()) -> some SandboxProvider {
        EcommpayProvider(configuration)
    }
}
