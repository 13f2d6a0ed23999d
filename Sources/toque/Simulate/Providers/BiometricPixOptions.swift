import ArgumentParser
import PixSimulator
import Sandbox
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// The behavior of Biometric Pix's bank.
struct BiometricPixOptions: ProviderOptions {
    static let name = "biometric-pix"
    static let databaseName = "sandbox.sqlite"

    @Option(
        help: .init(
            "Refuse requests that break the provider's guide, or accept them. Default: strict.",
            valueName: "strict|lenient"),
        completion: .list(["strict", "lenient"]))
    var fidelity: String?

    @Option(
        help: .init(
            "Set how the bank judges risk signals: observe refuses nothing. Default: observe.",
            valueName: "observe|strict"),
        completion: .list(["observe", "strict"]))
    var risk: String?

    @Option(
        help: .init(
            "Accept this signal with --risk strict, such as isEmulated. Repeatable.", valueName: "signal"),
        completion: .list(PixSimulator.judgedSignals))
    var riskAllow: [String] = []

    @Option(help: .init("Delay the bank's registration options for this long. Default: 1s.", valueName: "time"))
    var optionsDelay: String?

    @Option(help: .init("Delay the bank's results for this long. Default: 250ms.", valueName: "time"))
    var resultDelay: String?

    @Option(help: .init("Set the bank's relying party ID, a domain. Default: belvo.com.", valueName: "domain"))
    var rpId: String?

    @Option(help: .init("Set the name of the relying party, the shop. Default: Loja Exemplo.", valueName: "text"))
    var rpName: String?

    @Option(
        help: .init(
            "Accept ceremonies of this origin, a web origin under the RP ID or an Android app's. Repeatable. "
                + "Default: https:// and the RP ID.",
            valueName: "origin"))
    var origin: [String] = []

    @Option(
        help: .init(
            "Serve and check the files apple-app-site-association and assetlinks.json of this folder.",
            valueName: "dir"),
        completion: .directory)
    var wellknown: String?

    @Flag(
        help: """
            Let the bank take the browser's own authenticator on the page /device: sets --rp-id localhost and \
            --origin http://localhost:PORT.
            """)
    var devicePage = false

    func provider(
        _ settings: Settings, _ checkout: CheckoutOptions, of sandbox: SandboxConfiguration
    ) throws(CommandError) -> any SandboxProvider {
        var configuration = PixSimulator.Configuration()
        configuration.sandbox = sandbox
        configuration.fidelity = try settings.choice(fidelity, "fidelity") ?? .strict
        configuration.risk = try settings.choice(risk, "risk") ?? .observe
        configuration.allowedSignals = try allowedSignals(settings)
        if let delay = try settings.span(optionsDelay, "options-delay") {
            configuration.durations.optionsDelay = delay
        }
        if let delay = try settings.span(resultDelay, "result-delay") { configuration.durations.resultDelay = delay }
        configuration.relyingParty =
            if let origin = try browserOrigin(settings, of: sandbox) {
                PixSimulator.RelyingPartyIdentity(of: origin, name: try relyingParty(settings).name)
            } else {
                try relyingParty(settings)
            }
        configuration.wellKnown = settings.text(wellknown, "wellknown")
        return PixSimulator.provider(configuration)
    }

    func explained(_ error: any Error) -> CommandError? {
        guard let error = error as? WellKnownError else { return nil }
        return CommandError(error.isUnreadable ? .unreadableFile : .invalidContent, at: "--wellknown", "\(error)")
    }

    private func allowedSignals(_ settings: Settings) throws(CommandError) -> Set<String> {
        let signals = settings.texts(riskAllow, "risk-allow")
        let known = PixSimulator.judgedSignals
        if let unknown = signals.first(where: { !known.contains($0) }) {
            throw Settings.Source(text: unknown, name: settings.name(riskAllow.first, "risk-allow"))
                .mismatch(expected: "one of " + known.joined(separator: ", "))
        }
        return Set(signals)
    }
}

extension BiometricPixOptions {
    /// - Throws: status 2 for an RP ID that is not a domain, and for an origin whose clients may not use it.
    private func relyingParty(
        _ settings: Settings
    ) throws(CommandError) -> PixSimulator.RelyingPartyIdentity {
        var identity = PixSimulator.RelyingPartyIdentity()
        if let rpID = settings.source(rpId, "rp-id") {
            identity.id = rpID.text
            try check(rpID, against: nil, of: rpID.text)
        }
        if let name = settings.source(rpName, "rp-name") {
            guard (1...64).contains(name.text.count) else {
                throw name.mismatch(expected: "a name of 1 to 64 characters")
            }
            identity.name = name.text
        }
        let source = settings.name(origin.first, "origin")
        for text in settings.texts(origin, "origin") {
            let accepted = try check(Settings.Source(text: text, name: source), against: text, of: identity.id)
            if !identity.origins.contains(accepted) { identity.origins.append(accepted) }
        }
        return identity
    }

    /// Clients refuse RP IDs that are addresses or public suffixes, and origins that are not under the RP ID.
    /// - Returns: the origin as in client data.
    @discardableResult
    private func check(
        _ source: Settings.Source, against text: String?, of rpID: String
    ) throws(CommandError) -> String {
        let origin: Origin?
        do throws(WebAuthnError) {
            origin = try text.map { (text) throws(WebAuthnError) in try Origin(text) }
        } catch {
            throw CommandError(.invalidValue, at: source.name, error.message)
        }
        do throws(WebAuthnError) {
            return try RelyingPartyScope(rpID: rpID, path: "RP ID", origin: origin).origin.description
        } catch {
            throw CommandError(
                .invalidValue, at: source.name, error.message,
                hint: origin == nil ? nil : "pass --rp-id DOMAIN, the origin's host or a domain above it")
        }
    }
}
