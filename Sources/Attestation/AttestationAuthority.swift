import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The attestation CA of one device: it issues an attestation certificate to each model of authenticator that the
/// device poses as. Keys and certificates are all derived from one secret, so that nothing else is to be kept and the
/// same secret gives the same bytes: what they are made from may never change.
///
/// Its certificates tell one device from another, which those of real models do not (section 14.4.1).
public final class AttestationAuthority: Sendable {
    /// Bytes of the secret: 32 that are random, then the second of its making.
    public static let secretSize = 40

    /// The self-signed certificate: what a relying party takes for a trust anchor.
    public let certificate: Certificate
    private let key: SigningKey
    private let publicKey: PublicKeyParameters
    private let secret: SecretBytes
    /// When its certificates begin, in seconds since 1970.
    private let notBefore: Int64

    /// A new authority's secret.
    public static func makeSecret(random: some RandomSource, now: Timestamp) -> SecretBytes {
        let second = max(0, now.microseconds / 1_000_000)
        return SecretBytes(count: secretSize) { buffer in
            random.fill(.init(rebasing: buffer[..<32]))
            buffer.storeBytes(of: second.bigEndian, toByteOffset: 32, as: Int64.self)
        }
    }

    /// - Parameter secret: from `makeSecret`.
    /// - Throws: `malformedSecret` for another one, `refused` where cryptography fails.
    public init(secret: borrowing SecretBytes) throws(AttestationIdentityError) {
        guard secret.count == Self.secretSize else { throw .malformedSecret }
        let made = secret.withUnsafeBytes { Int64(bigEndian: $0.loadUnaligned(fromByteOffset: 32, as: Int64.self)) }
        // Certificates know no later year than 9999.
        guard (0...CertificateBuilder.noExpiration).contains(made) else { throw .malformedSecret }
        notBefore = Self.notBefore(made)
        self.secret = secret.duplicate()
        let random = Self.random(from: secret, for: Array("authority".utf8))
        do throws(CryptoError) {
            let pair = try KeyPair.generate(.ec(.p256), random: random)
            key = try SigningKey(pair, deterministic: true)
            publicKey = pair.publicKey
            certificate = try CertificateBuilder(
                subject: Self.name, issuer: Self.name, serialNumber: Self.serialNumber(random), notBefore: notBefore,
                notAfter: CertificateBuilder.noExpiration, publicKey: publicKey,
                extensions: [
                    .basicConstraints(isAuthority: true, pathLength: 0), .certificateSigning,
                    .subjectKeyIdentifier(publicKey),
                ]
            ).signed(by: key)
        } catch {
            throw .refused(error)
        }
    }

    /// What a model of authenticator attests with.
    public func identity(for aaguid: AAGUID) throws(AttestationIdentityError) -> AttestationIdentity {
        try issue(for: aaguid, purpose: "authenticator", deviceSerialNumber: nil)
    }

    /// What a model of authenticator gives as enterprise attestation: its certificate names this one device by a serial
    /// number, 16 bytes that are the same for each model (section 8.2.2).
    public func enterpriseIdentity(for aaguid: AAGUID) throws(AttestationIdentityError) -> AttestationIdentity {
        let serialNumber = Self.random(from: secret, for: Array("device serial number".utf8)).bytes(16)
        return try issue(for: aaguid, purpose: "enterprise authenticator", deviceSerialNumber: serialNumber)
    }

    private func issue(
        for aaguid: AAGUID, purpose: String, deviceSerialNumber: [UInt8]?
    ) throws(AttestationIdentityError) -> AttestationIdentity {
        let random = Self.random(from: secret, for: Array(purpose.utf8) + aaguid.bytes)
        let pair = try AttestationIdentityError.mapping { () throws(CryptoError) in
            try KeyPair.generate(.ec(.p256), random: random)
        }
        let device = deviceSerialNumber.map {
            CertificateExtension(
                identifier: AttestationExtension.serialNumber.rawValue, value: DER.octetString($0))
        }
        let leaf = try AttestationIdentityError.mapping { () throws(CryptoError) in
            try CertificateBuilder(
                subject: DistinguishedName(
                    country: Self.country, organization: Self.organization,
                    organizationalUnit: Certificate.attestationUnit, commonName: "Toque Authenticator \(aaguid)"),
                issuer: Self.name, serialNumber: Self.serialNumber(random), notBefore: notBefore,
                notAfter: CertificateBuilder.noExpiration, publicKey: pair.publicKey,
                extensions: [
                    .basicConstraints(isAuthority: false), .authorityKeyIdentifier(publicKey),
                    CertificateExtension(
                        identifier: AttestationExtension.aaguid.rawValue, value: DER.octetString(aaguid.bytes)),
                ] + (device.map { [$0] } ?? [])
            ).signed(by: key)
        }
        return try AttestationIdentity(
            certificates: [leaf], key: pair, aaguid: aaguid, isEnterprise: deviceSerialNumber != nil)
    }

    // An invented organization.
    static let country = "BR"
    static let organization = "Toque"
    private static let name = DistinguishedName(
        country: country, organization: organization, organizationalUnit: "Attestation Authority",
        commonName: "Toque Attestation CA")

    private static func random(from secret: borrowing SecretBytes, for purpose: [UInt8]) -> SeededRandom {
        SeededRandom(
            secret: HKDF.derive(from: secret, salt: Array("toque attestation".utf8), info: purpose, count: 32))
    }

    /// When a certificate begins that is made in this second: a day earlier, as the clock of a relying party may be behind.
    static func notBefore(_ second: Int64) -> Int64 { max(0, second - 86_400) }

    /// Positive, of 16 bytes, with 126 bits of chance (RFC 5280 section 4.1.2.2).
    static func serialNumber(_ random: some RandomSource) -> [UInt8] {
        var number = random.bytes(16)
        number[0] = number[0] & 0x7F | 0x40
        return number
    }
}
