import Attestation
import SoftAuthenticator
import ToqueCrypto
import ToqueEncoding

/// The source of a software authenticator's random bytes.
struct Randomness {
    let source: any RandomSource
    private let seed: String?

    /// - Parameter seed: makes all bytes reproducible; nil for true randomness.
    init(seed: String?) {
        self.seed = seed
        source = seed.map { SeededRandom(seed: $0) } ?? SystemRandom()
    }

    /// The attestation CA of a store, created on first use.
    func attestationAuthority(
        of storage: some CredentialStorage
    ) throws(CredentialStorageError) -> AttestationAuthority {
        // The certificates contain their creation time.
        try storage.attestationAuthority(random: source, now: seed == nil ? .now() : Timestamp(microseconds: 0))
    }
}
