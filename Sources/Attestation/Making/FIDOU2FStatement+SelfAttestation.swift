import ToqueCrypto
import ToqueEncoding

extension FIDOU2FStatement {
    /// Signs with the credential's own key. U2F has no attestation without a certificate (FIDO U2F Raw Message Formats,
    /// section 4.3), so that the key makes one for itself.
    /// - Parameters:
    ///   - pair: the credential's, on P-256.
    ///   - random: of the certificate's number; with a deterministic one the signatures are RFC 6979's.
    ///   - now: when the certificate is made.
    public static func selfAttestation(
        key pair: borrowing KeyPair, verificationData: [UInt8], random: some RandomSource, now: Timestamp
    ) throws(CryptoError) -> FIDOU2FStatement {
        let key = try AttestationKey(pair, algorithm: .es256, deterministic: random.isDeterministic)
        let name = DistinguishedName(
            country: AttestationAuthority.country, organization: AttestationAuthority.organization,
            organizationalUnit: Certificate.attestationUnit, commonName: "Toque U2F Credential")
        let certificate = try CertificateBuilder(
            subject: name, issuer: name, serialNumber: AttestationAuthority.serialNumber(random),
            notBefore: AttestationAuthority.notBefore(now.microseconds / 1_000_000),
            notAfter: CertificateBuilder.noExpiration, publicKey: pair.publicKey,
            extensions: [.basicConstraints(isAuthority: false)]
        ).signed(by: key.signingKey)
        return try FIDOU2FStatement(verificationData: verificationData, with: key, certificate: certificate)
    }
}
