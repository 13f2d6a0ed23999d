import ToqueWebAuthn

/// The client between a relying party and an authenticator: the browser's part of `navigator.credentials` (WebAuthn
/// Level 3 sections 5.1.3 and 5.1.4).
///
/// The specification lets the timer run out so that a script learns nothing about a person's authenticators. This
/// client reports errors at once: its caller is that person.
public struct WebAuthnClient: Sendable {
    let authenticator: any Authenticator
    let interaction: any UserInteraction
    let timer: CeremonyTimer
    let note: @Sendable (String) -> Void

    /// - Parameters:
    ///   - authenticator: makes the credentials and signs.
    ///   - interaction: asks the person for touch, biometrics or a PIN.
    ///   - clock: measures the ceremonies' timeouts.
    ///   - note: receives a sentence about each check that was skipped for a reason.
    public init(
        authenticator: any Authenticator, interaction: any UserInteraction,
        clock: any Clock<Duration> = ContinuousClock(), note: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.authenticator = authenticator
        self.interaction = interaction
        timer = CeremonyTimer(clock: clock)
        self.note = note
    }

    private init(_ client: WebAuthnClient, asking interaction: any UserInteraction) {
        authenticator = client.authenticator
        self.interaction = interaction
        timer = client.timer
        note = client.note
    }

    /// The same client in front of another person.
    func asking(_ interaction: any UserInteraction) -> WebAuthnClient { WebAuthnClient(self, asking: interaction) }

    func scope(
        rpID: String?, path: String, origin: Origin?
    ) throws(WebAuthnError) -> RelyingPartyScope {
        let scope = try RelyingPartyScope(rpID: rpID, path: path, origin: origin)
        if scope.isUnchecked {
            note(
                "\(path) \"\(scope.rpID)\" is not compared with the origin, as \(scope.origin) is an app, not a domain")
        }
        return scope
    }
}
