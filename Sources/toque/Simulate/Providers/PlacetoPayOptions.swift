import ArgumentParser
import CheckoutContracts
import CheckoutSimulator
import Sandbox

/// The behavior of the simulated PlacetoPay.
struct PlacetoPayOptions: ProviderOptions {
    static let name = "placetopay"

    @Option(
        help: .init("Sign notifications with this revision. Default: sha256.", valueName: "sha256|sha1"),
        completion: .list(["sha256", "sha1"]))
    var notificationSignature: String?

    @Option(
        help: .init(
            "Refuse or accept a request that repeats login, nonce and seed. Default: refuse.",
            valueName: "refuse|accept"),
        completion: .list(["refuse", "accept"]))
    var authReplay: String?

    func provider(
        _ settings: Settings, _ checkout: CheckoutOptions, of sandbox: SandboxConfiguration
    ) throws(CommandError) -> any SandboxProvider {
        var configuration = PlacetoPaySimulator.Configuration(sandbox: sandbox)
        configuration.authorization = try checkout.payerAuthorization(settings)
        if let revision = try settings.choice(
            notificationSignature, "notification-signature", of: PlacetoPaySignature.Revision.self)
        {
            configuration.notificationSignature = revision
        }
        if let replay = try settings.choice(authReplay, "auth-replay", of: PlacetoPaySimulator.AuthReplay.self) {
            configuration.authReplay = replay
        }
        return PlacetoPaySimulator.provider(configuration)
    }
}
