import Attestation
import SoftAuthenticator

/// A key in software that is shown as a device, with its storage.
struct ServedKey {
    let authenticator: SoftAuthenticator
    private let storage: any CredentialStorage

    /// - Parameters:
    ///   - seed: makes all its bytes reproducible.
    ///   - capacity: the most discoverable credentials that there may be.
    init(
        profile: AuthenticatorProfile, storage: any CredentialStorage, seed: String?, capacity: Int,
        attestation: AttestationOptions, lab: LabOptions
    ) throws {
        let randomness = Randomness(seed: seed)
        self.storage = storage
        func authority() throws -> AttestationAuthority { try randomness.attestationAuthority(of: storage) }
        authenticator = SoftAuthenticator(
            profile: profile, storage: storage, random: randomness.source, capacity: capacity,
            attestation: try attestation.source(for: profile, lab, authority: authority),
            enterprise: try attestation.enterprise(for: profile, authority: authority))
    }

    /// Gives a new key its PIN, as a platform would.
    /// - Throws: status 1 where it has another one, which costs a try, where its PIN is blocked, or where no platform
    ///   could give it.
    func setPIN(_ pin: PIN) throws {
        switch try storage.provisionPIN(pin.bytes) {
        case .set, .unchanged: return
        case .refusedForAnother(let retries):
            throw CommandError(
                .failed,
                "--pin-file: the key has another PIN; \(retries) \(retries == 1 ? "try is" : "tries are") left before "
                    + "it blocks the PIN",
                try: "no --pin-file, and toque key change-pin")
        case .refusedAsBlocked:
            throw CommandError(
                .failed, "--pin-file: the key has blocked its PIN after wrong ones",
                try: "no --pin-file, and toque key reset, which erases the key")
        case .refusedByPolicy:
            let policy = try storage.settings()
            throw CommandError(
                .failed,
                "--pin-file: a PIN has \(policy.minPINLength) characters at least and 63 bytes at most"
                    + (policy.pinComplexityPolicy ? ", and is no run such as 1234 or 1111" : ""))
        }
    }
}
