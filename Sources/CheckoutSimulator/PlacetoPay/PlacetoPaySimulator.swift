import CheckoutContracts
import Sandbox

/// PlacetoPay's Checkout, for the sandbox's engine.
package enum PlacetoPaySimulator {
    package struct Configuration: Sendable {
        /// What is no matter of Checkout: address, database, keys, clock, webhooks, control.
        package var sandbox: SandboxConfiguration
        package var authorization = PayerAuthorization.passkey
        /// How notifications are signed.
        package var notificationSignature = PlacetoPaySignature.Revision.sha256
        package var authReplay = AuthReplay.refuse
        package var durations = PlacetoPayDurations()

        package init(sandbox: SandboxConfiguration = SandboxConfiguration()) { self.sandbox = sandbox }
    }

    /// What becomes of a request whose login, nonce and seed came before.
    package enum AuthReplay: String, Sendable, Hashable, CaseIterable {
        case refuse
        case accept
    }

    package static func provider(_ configuration: Configuration = Configuration()) -> some SandboxProvider {
        PlacetoPayProvider(configuration)
    }
}

package struct PlacetoPayDurations: Sendable, Hashable {
    /// How long a session lasts that names no expiration.
    package var session = Duration.seconds(30 * 60)
    /// The least that a session may last.
    package var shortestSession = Duration.seconds(5 * 60)
    /// How long the bank takes where a scenario has it take its time at all.
    package var bankAnswer = Duration.seconds(1)

    package init() {}
}
