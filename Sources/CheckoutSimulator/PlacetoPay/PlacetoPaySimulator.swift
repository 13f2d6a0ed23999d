import CheckoutContracts
import Sandbox

/// PlacetoPay's Checkout as a provider of the sandbox.
package enum PlacetoPaySimulator {
    package struct Configuration: Sendable {
        /// Settings beyond Checkout: address, database, keys, clock, webhooks, control.
        package var sandbox: SandboxConfiguration
        package var authorization = PayerAuthorization.passkey
        /// The signature revision of notifications.
        package var notificationSignature = PlacetoPaySignature.Revision.sha256
        package var authReplay = AuthReplay.refuse
        package var durations = PlacetoPayDurations()

        package init(sandbox: SandboxConfiguration = SandboxConfiguration()) { self.sandbox = sandbox }
    }

    /// The handling of a request with a repeated login, nonce and seed.
    package enum AuthReplay: String, Sendable, Hashable, CaseIterable {
        case refuse
        case accept
    }

    package static func provider(_ configuration: Configuration = Configuration()) -> some SandboxProvider {
        PlacetoPayProvider(configuration)
    }
}

package struct PlacetoPayDurations: Sendable, Hashable {
    /// The default lifetime of a session.
    package var session = Duration.seconds(30 * 60)
    /// The minimum lifetime of a session.
    package var shortestSession = Duration.seconds(5 * 60)
    /// The bank's delay in scenarios with one.
    package var bankAnswer = Duration.seconds(1)

    package init() {}
}
