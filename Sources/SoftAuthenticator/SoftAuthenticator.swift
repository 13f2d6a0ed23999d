import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// An authenticator in software (WebAuthn section 6): real keys and signatures, injected storage, and an injected
/// interaction with the person. Operations of several tasks run concurrently; no lock is held while a person is asked.
/// `ctapProcessor` exposes the same authenticator as a CTAP2 device.
public final class SoftAuthenticator: Authenticator {
    public let profile: AuthenticatorProfile
    let engine: CredentialEngine
    let uptime: @Sendable () -> Duration
    let gestures = Gestures()

    /// - Parameters:
    ///   - profile: the class of device.
    ///   - storage: stores the discoverable credentials, the signature counter and the secrets. Use it with one
    ///     authenticator at a time: another one would not notice a reset.
    ///   - random: the source of keys and credential IDs. With a deterministic one, the same requests give the same
    ///     bytes: ECDSA then takes its nonces from RFC 6979.
    ///   - now: the clock of the credentials' creation times.
    ///   - uptime: the monotonic clock of CTAP2's time limits, with any starting point.
    ///   - capacity: the maximum number of discoverable credentials.
    ///   - attestation: signs the attestation of new credentials. The profile's formats and algorithms that it cannot
    ///     attest are omitted.
    ///   - enterprise: the enterprise attestation, used if enabled and requested over CTAP; nil for an authenticator
    ///     without that capability.
    ///   - openedKeys: the number of recently used private keys kept open in memory; 0 for none.
    ///   - newKey: gives the key of a new credential, such as one made ahead; nil for a key from `random`.
    public init(
        profile: AuthenticatorProfile = .ios, storage: any CredentialStorage, random: any RandomSource = SystemRandom(),
        now: @escaping @Sendable () -> Timestamp = Timestamp.now,
        uptime: @escaping @Sendable () -> Duration = SoftAuthenticator.systemUptime, capacity: Int = 10_000,
        attestation: AttestationSource = .selfSigned, enterprise: EnterpriseAttestation? = nil, openedKeys: Int = 256,
        newKey: (@Sendable (KeyType) throws -> KeyPair)? = nil
    ) {
        self.profile = profile
        self.uptime = uptime
        engine = CredentialEngine(
            profile: profile, storage: storage, random: random, now: now, capacity: capacity, attestation: attestation,
            enterprise: enterprise, openedKeys: openedKeys,
            newKey: newKey)
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

    /// True if an approved gesture verifies the user.
    var verifiesUser: Bool { profile.verification != .none }

    /// What an approved gesture proves: always presence, and verification if the profile verifies.
    var gestureFlags: AuthenticatorData.Flags { verifiesUser ? [.userPresent, .userVerified] : .userPresent }

    /// Returns after the person's approval, with an enrolled finger if fingers are enrolled. A sensor without enrolled
    /// fingers accepts each one, because a phone's owner has already set it up. No tries are counted.
    /// - Throws: `notAllowedError`; `unknownError` if storage fails; and the interaction's errors.
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

    /// The first checks of both operations (step 1 of sections 6.3.2 and 6.3.3).
    static func check(clientDataHash: [UInt8], rpID: String) throws(WebAuthnError) {
        guard clientDataHash.count == 32 else {
            throw WebAuthnError(
                .unknownError, "clientDataHash: found \(clientDataHash.count) bytes, expected the 32 of SHA-256")
        }
        guard !rpID.isEmpty else { throw WebAuthnError(.unknownError, "rpID: found nothing, expected a domain") }
        // Readers of C strings would take it for another RP ID.
        guard !rpID.utf8.contains(0) else {
            throw WebAuthnError(.unknownError, "rpID: found a zero, which no domain has")
        }
    }

    /// Runs an operation of storage or cryptography; storage may wait.
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
