import TestVectors
import ToqueCOSE
import ToqueCrypto

/// The keys and the authority that sign the benchmark's responses, identical in every run.
struct VerificationKeys {
    let authority: VectorAuthority
    let attestation: VectorKey
    private let random = SeededRandom(seed: "toque-bench: verification")

    init() throws {
        attestation = try Self.key(.es256, random)
        authority = try VectorAuthority(
            subject: DistinguishedName([.init(.commonName, "Bench root")]), key: Self.key(.es256, random),
            serialNumber: [1], validity: 1_700_000_000...1_900_000_000)
    }

    /// Creates a credential key.
    func credential(_ algorithm: COSEAlgorithm) throws -> VectorKey { try Self.key(algorithm, random) }

    private static func key(_ algorithm: COSEAlgorithm, _ random: SeededRandom) throws -> VectorKey {
        guard let type = algorithm.keyType else { throw CryptoError.unsupported("\(algorithm)") }
        return try VectorKey(KeyPair.generate(type, random: random), algorithm: algorithm)
    }
}
