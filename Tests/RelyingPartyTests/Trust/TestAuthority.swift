import ToqueCrypto

/// An issuer of certificates; the same name and seed give the same ones in every run.
struct TestAuthority {
    let certificate: Certificate
    private let name: DistinguishedName
    private let key: SigningKey

    /// Basic constraints with cA and without a path length limit.
    private static let authority = CertificateExtension(
        identifier: "2.5.29.19", isCritical: true, value: [0x30, 0x03, 0x01, 0x01, 0xFF])

    /// - Parameter issuer: nil for a root.
    init(
        _ commonName: String, issuer: TestAuthority? = nil, seed: String = "",
        notAfter: Int64 = CertificateBuilder.noExpiration
    ) throws {
        let pair = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "authority \(commonName) \(seed)"))
        name = DistinguishedName(
            country: "BR", organization: "Example", organizationalUnit: "CA", commonName: commonName)
        key = try SigningKey(pair, deterministic: true)
        certificate = try CertificateBuilder(
            subject: name, issuer: issuer?.name ?? name, serialNumber: [2], notBefore: 0, notAfter: notAfter,
            publicKey: pair.publicKey, extensions: [Self.authority, .certificateSigning]
        ).signed(by: issuer?.key ?? key)
    }

    /// An attestation certificate that is valid for a packed statement until the caller changes it.
    func certify(
        _ publicKey: PublicKeyParameters, _ change: (inout CertificateBuilder) -> Void = { _ in }
    ) throws -> Certificate {
        var builder = CertificateBuilder(
            subject: DistinguishedName(
                country: "BR", organization: "Example", organizationalUnit: "Authenticator Attestation",
                commonName: "Example key"),
            issuer: name, serialNumber: [1], notBefore: 0, notAfter: CertificateBuilder.noExpiration,
            publicKey: publicKey, extensions: [.basicConstraints(isAuthority: false)])
        change(&builder)
        return try builder.signed(by: key)
    }
}
