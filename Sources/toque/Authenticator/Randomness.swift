import Attestation
import SoftAuthenticator
import ToqueCrypto
import ToqueEncoding

/// Where the bytes of an authenticator in software come from.
struct Randomness {
    let source: any RandomSource
    private let seed: String?

    /// - Parameter seed: makes all bytes reproducible; nil for real chance.
    init(seed: String?) {
        self.seed = seed
        source = seed.map { SeededRandom(seed: $0) } ?? SystemRandom()
    }

    /// The attestation CA of a storage, made on first use.
    func attestationAuthority(
        of storage: some CredentialStorage
    ) throws(CredentialStorageError) -> AttestationAuthority {
        // The certificates say when they were made.
        try storage.attestationAuthority(random: source, now: seed == nil ? .now() : Timestamp(microseconds: 0))
    }
}
