import Attestation
import SoftAuthenticator

/// A software key presented as a device, with its store.
struct ServedKey {
    let authenticator: SoftAuthenticator
    private let storage: any CredentialStorage

    /// - Parameters:
    ///   - seed: makes all random bytes reproducible.
    ///   - capacity: the maximum number of discoverable credentials.
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

    /// Sets a new key's PIN, as a platform would.
    /// - Throws: status 1 if it has another PIN, which costs a retry, if its PIN is blocked, or if no platform could
    ///   set the PIN.
    func setPIN(_ pin: PIN) throws {
        switch try storage.provisionPIN(pin.bytes) {
        case .set, .unchanged: return
        case .refusedForAnother(let retries):
            throw CommandError(
                .ceremonyFailed, at: "--pin-file",
                "the key has another PIN; \(retries) \(retries == 1 ? "try is" : "tries are") left before it blocks the PIN",
                hint: "leave out --pin-file, and run `toque key change-pin`")
        case .refusedAsBlocked:
            throw CommandError(
                .ceremonyFailed, at: "--pin-file", "the key has blocked its PIN after wrong ones",
                hint: "leave out --pin-file, and run `toque key reset`, which erases the key")
        case .refusedByPolicy:
            let policy = try storage.settings()
            throw CommandError(
                .invalidContent, at: "--pin-file",
                "a PIN has at least \(policy.minPINLength) characters and at most 63 bytes"
                    + (policy.pinComplexityPolicy ? ", and is not a sequence such as 1234 or 1111" : ""))
        }
    }
}
