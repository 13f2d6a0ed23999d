import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// An authenticator in software (WebAuthn section 6): real keys and signatures, a storage that is injected, and a
/// person who is asked through an injected interaction. Operations of several tasks at once go on side by side; no
/// lock is held while a person is asked.
public final class SoftAuthenticator: Authenticator {
    public let profile: AuthenticatorProfile
    let storage: any CredentialStorage
    let random: any RandomSource
    let now: @Sendable () -> Timestamp
    let keys: SigningKeyCache
    let gestures = Gestures()

    /// - Parameters:
    ///   - profile: what class of device it is.
    ///   - storage: keeps the credentials and the signature counter.
    ///   - random: for keys and credential IDs. With a deterministic one the same requests give the same bytes:
    ///     ECDSA then takes its nonces from RFC 6979.
    ///   - now: the clock of the credentials' creation times.
    ///   - openedKeys: how many opened private keys are kept in memory, those used last; 0 for none.
    public init(
        profile: AuthenticatorProfile = .ios, storage: any CredentialStorage, random: any RandomSource = SystemRandom(),
        now: @escaping @Sendable () -> Timestamp = Timestamp.now, openedKeys: Int = 256
    ) {
        self.profile = profile
        self.storage = storage
        self.random = random
        self.now = now
        keys = SigningKeyCache(capacity: openedKeys)
    }

    public func capabilities() -> AuthenticatorCapabilities {
        AuthenticatorCapabilities(
            aaguid: profile.aaguid, attachment: profile.attachment, transports: profile.transports,
            algorithms: profile.algorithms, attestationFormats: profile.attestationFormats, residentKeys: true,
            userVerification: profile.verification != .none)
    }

    public func cancel() { gestures.cancel() }

    /// What an approval has shown: presence always, verification where the profile verifies; and the backup flags of
    /// the credential.
    func flags(of credential: PublicKeyCredentialSource) -> AuthenticatorData.Flags {
        var flags: AuthenticatorData.Flags = .userPresent
        if profile.verification != .none { flags.insert(.userVerified) }
        if credential.isBackedUp { flags.formUnion([.backupEligible, .backupState]) }
        return flags
    }

    /// What both operations check first (step 1 of sections 6.3.2 and 6.3.3).
    static func check(clientDataHash: [UInt8], rpID: String) throws(WebAuthnError) {
        guard clientDataHash.count == 32 else {
            throw WebAuthnError(
                .unknownError, "clientDataHash: found \(clientDataHash.count) bytes, expected the 32 of SHA-256")
        }
        guard !rpID.isEmpty else { throw WebAuthnError(.unknownError, "rpID: found nothing, expected a domain") }
    }
}

/// Runs what storage or cryptography may refuse.
/// - Throws: `unknownError` with the reason.
func reportingFaults<Value: ~Copyable, Failure: Error>(
    _ what: String, _ body: () async throws(Failure) -> Value
) async throws(WebAuthnError) -> Value {
    do {
        return try await body()
    } catch {
        throw WebAuthnError(.unknownError, "\(what): \(error)")
    }
}
