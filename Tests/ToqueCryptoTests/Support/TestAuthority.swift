import ToqueCrypto

/// Makes certificates of P-256 keys from seeds.
struct TestAuthority {
    /// A test's changes to a certificate before it is signed.
    typealias Change = (inout CertificateBuilder) -> Void

    static let day: Int64 = 86_400
    /// The time at which the tests verify.
    static let now: Int64 = 1_700_000_000

    static func name(_ commonName: String) -> DistinguishedName {
        DistinguishedName([.init(.commonName, commonName), .init(.country, "BR")])
    }

    static func publicKey(_ seed: String) throws -> PublicKeyParameters {
        try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: seed)).publicKey
    }

    static func signingKey(_ seed: String) throws -> SigningKey {
        let pair = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: seed))
        return try SigningKey(pair, deterministic: true)
    }

    /// A certificate of the subject's key by the issuer, with their seeds as names.
    static func certificate(
        _ subject: String, by issuer: String, isAuthority: Bool = false, _ change: Change = { _ in }
    ) throws -> Certificate {
        var builder = CertificateBuilder(
            subject: name(subject), issuer: name(issuer), serialNumber: [1], notBefore: now - 10 * day,
            notAfter: now + 10 * day, publicKey: try publicKey(subject),
            extensions: [.basicConstraints(isAuthority: isAuthority)])
        if isAuthority { builder.extensions.append(.certificateSigning) }
        change(&builder)
        return try builder.signed(by: signingKey(issuer))
    }
}
