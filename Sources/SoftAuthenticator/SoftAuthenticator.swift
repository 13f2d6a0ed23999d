import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// An authenticator in software (WebAuthn section 6): real keys and signatures, a storage that is injected, and a
/// person who is asked through an injected interaction. Operations of several tasks at once go on side by side; no
/// lock is held while a person is asked. `ctapProcessor` shows the same authenticator as a device that speaks CTAP2.
public final class SoftAuthenticator: Authenticator {
    public let profile: AuthenticatorProfile
    let engine: CredentialEngine
    let uptime: @Sendable () -> Duration
    let gestures = Gestures()

    /// - Parameters:
    ///   - profile: what class of device it is.
    ///   - storage: keeps the discoverable credentials, the signature counter and the secrets. One authenticator has it
    ///     at a time: another one would not learn of a reset.
    ///   - random: for keys and credential IDs. With a deterministic one the same requests give the same bytes:
    ///     ECDSA then takes its nonces from RFC 6979.
    ///   - now: the clock of the credentials' creation times.
    ///   - uptime: the monotonic clock of the limits that CTAP2 sets, from any starting point.
    ///   - capacity: the most discoverable credentials that there may be.
    ///   - attestation: who signs the attestation of new credentials. The profile's formats and algorithms that it
    ///     cannot attest are left out.
    ///   - enterprise: what it attests with where enterprise attestation is enabled and asked for over CTAP; nil for an
    ///     authenticator that is not capable of it.
    ///   - openedKeys: how many opened private keys are kept in memory, those used last; 0 for none.
    public init(
        profile: AuthenticatorProfile = .ios, storage: any CredentialStorage, random: any RandomSource = SystemRandom(),
        now: @escaping @Sendable () -> Timestamp = Timestamp.now,
        uptime: @escaping @Sendable () -> Duration = SoftAuthenticator.systemUptime, capacity: Int = 10_000,
        attestation: AttestationSource = .selfSigned, enterprise: EnterpriseAttestation? = nil, openedKeys: Int = 256
    ) {
        self.profile = profile
        self.uptime = uptime
        engine = CredentialEngine(
            profile: profile, storage: storage, random: random, now: now, capacity: capacity, attestation: attestation,
            enterprise: enterprise, openedKeys: openedKeys)
    }

    private static let start = ContinuousClock.now

    /// The time since a moment of this process's start.
    public static let systemUptime: @Sendable () -> Duration = { start.duration(to: .now) }

    public func capabilities() -> AuthenticatorCapabilities {
        AuthenticatorCapabilities(
            aaguid: profile.aaguid, attachment: profile.attachment, transports: profile.transports,
            algorithms: engine.algorithms, attestationFormats: engine.attestationFormats, residentKeys: true,
            userVerification: verifiesUser)
    }

    public func cancel() { gestures.cancel() }

    /// Whether an approved gesture verifies the user.
    var verifiesUser: Bool { profile.verification != .none }

    /// What an approved gesture has shown: presence always, verification where the profile verifies.
    var gestureFlags: AuthenticatorData.Flags { verifiesUser ? [.userPresent, .userVerified] : .userPresent }

    /// Returns once the person approved, with an enrolled finger where fingers are enrolled: a profile with a sensor on
    /// which none is takes each one, as who owns a phone has set it up already. No tries are counted.
    /// - Throws: `notAllowedError`; `unknownError` where storage fails; what the interaction throws.
    func requireApproval(
        _ prompt: GesturePrompt, by interaction: any UserInteraction, in operation: Gestures.Operation
    ) async throws(WebAuthnError) {
        let finger = try await gestures.requireApproval(prompt, by: interaction, in: operation)
        guard let finger, profile.hasFingerprintSensor else { return }
        let enrolled = try await run("the fingerprints") { try $0.storage.fingerprints() }
        guard enrolled.isEmpty || enrolled.contains(where: { $0.finger == finger }) else {
            throw WebAuthnError(.notAllowedError, "finger \(finger) is not enrolled here; use one that is")
        }
    }

    /// What both operations check first (step 1 of sections 6.3.2 and 6.3.3).
    static func check(clientDataHash: [UInt8], rpID: String) throws(WebAuthnError) {
        guard clientDataHash.count == 32 else {
            throw WebAuthnError(
                .unknownError, "clientDataHash: found \(clientDataHash.count) bytes, expected the 32 of SHA-256")
        }
        guard !rpID.isEmpty else { throw WebAuthnError(.unknownError, "rpID: found nothing, expected a domain") }
        // Whoever keeps text as C does would take it for another one.
        guard !rpID.utf8.contains(0) else {
            throw WebAuthnError(.unknownError, "rpID: found a zero, which no domain has")
        }
    }

    /// Runs what storage or cryptography may refuse, where storage may wait.
    /// - Throws: `unknownError` with the reason.
    func run<Value: Sendable>(
        _ what: @autoclosure () -> String, _ work: @escaping @Sendable (CredentialEngine) throws -> Value
    ) async throws(WebAuthnError) -> Value {
        do {
            return try await engine.storage.run { [engine] in try work(engine) }
        } catch {
            throw WebAuthnError(.unknownError, "\(what()): \(error)")
        }
    }
}
