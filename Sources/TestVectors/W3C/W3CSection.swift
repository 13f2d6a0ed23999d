import ToqueCOSE
import ToqueCrypto
import ToqueEncoding

/// The common values of the cases of WebAuthn Level 3, section "Test Vectors".
enum W3CSection {
    static let rpID = "example.org"
    static let origin = "https://example.org"

    /// The time of verification, within the certificates' validity.
    static let time = Timestamp(microseconds: 1_767_225_600_000_000)

    static func values(info: String) -> DerivedValues {
        DerivedValues(inputKey: "WebAuthn test vectors", info: info)
    }

    /// The validity of all certificates: 2024-01-01T00:00:00Z to 3024-01-01T00:00:00Z.
    static let validity: ClosedRange<Int64> = 1_704_067_200...33_260_976_000

    /// The subject of the attestation certificates, except the TPM's, which has none (section 8.3.1).
    static let attestationSubject = name(unit: "Authenticator Attestation")

    static func name(unit: String) -> DistinguishedName {
        // ISO 3166 leaves AA for users to assign.
        DistinguishedName([
            .init(.commonName, "WebAuthn test vectors"), .init(.organization, "W3C"),
            .init(.organizationalUnit, unit), .init(.country, "AA"),
        ])
    }

    /// The credential key of a case. For P-521, nearly all secrets of the curve's length exceed its order, so the
    /// section uses one byte less.
    static func credentialKey(_ algorithm: COSEAlgorithm, from values: inout DerivedValues) throws -> VectorKey {
        let secret: [UInt8]
        let type: KeyType
        switch algorithm {
        case .es256: (type, secret) = (.ec(.p256), values.next("credential_private_key", count: 32))
        case .es384: (type, secret) = (.ec(.p384), values.next("credential_private_key", count: 48))
        case .es512: (type, secret) = (.ec(.p521), [0] + values.next("credential_private_key", count: 65))
        case .edDSA: (type, secret) = (.ed25519, values.next("private_key", count: 32))
        case .ed448: (type, secret) = (.ed448, values.next("private_key", count: 57))
        case .rs256: (type, secret) = mersennePrimes(noting: &values)
        default: throw CryptoError.unsupported("\(algorithm) in the section's cases")
        }
        return try VectorKey(type: type, secret: secret, algorithm: algorithm)
    }

    /// The two smallest Mersenne primes 2^p - 1 where p >= 1024, for an RSA key.
    private static func mersennePrimes(noting values: inout DerivedValues) -> (KeyType, [UInt8]) {
        let (first, second) = (1279, 2203)
        let p = mersenneNumber(first)
        let q = mersenneNumber(second)
        values.note("private_key_p", value: p, formula: "2^\(first) - 1")
        values.note("private_key_q", value: q, formula: "2^\(second) - 1")
        return (.rsa(bits: first + second), [UInt8](repeating: 0, count: q.count - p.count) + p + q)
    }

    /// 2^exponent - 1, big-endian.
    private static func mersenneNumber(_ exponent: Int) -> [UInt8] {
        let (bytes, bits) = exponent.quotientAndRemainder(dividingBy: 8)
        return (bits == 0 ? [] : [0xFF >> UInt8(8 - bits)]) + [UInt8](repeating: 0xFF, count: bytes)
    }
}
