import Synchronization
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The attestation CA of one device: it issues an attestation certificate to each model of authenticator that the
/// device poses as, in each format that has certificates. Keys and certificates are all derived from one secret, so
/// that nothing else is to be kept and the same secret gives the same bytes: what they are made from may never change.
///
/// Its certificates tell one device from another, which those of real models do not (section 14.4.1).
public final class AttestationAuthority: CertificateIssuer {
    /// Bytes of the secret: 32 that are random, then the second of its making.
    public static let secretSize = 40

    /// The self-signed certificate: what a relying party takes for a trust anchor.
    public let certificate: Certificate
    private let key: SigningKey
    private let publicKey: PublicKeyParameters
    private let secret: SecretBytes
    /// When its certificates begin, in seconds since 1970.
    private let notBefore: Int64
    /// Attestation keys of models, which are kept as the one for SafetyNet takes some tenths of a second to make.
    private let keys = Mutex<[KeyName: CertifiedKey]>([:])

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
        let serialNumber = random(for: Array("device serial number".utf8)).bytes(16)
        return try issue(for: aaguid, purpose: "enterprise authenticator", deviceSerialNumber: serialNumber)
    }

    private func issue(
        for aaguid: AAGUID, purpose: String, deviceSerialNumber: [UInt8]?
    ) throws(AttestationIdentityError) -> AttestationIdentity {
        let random = random(for: Array(purpose.utf8) + aaguid.bytes)
        let pair = try AttestationIdentityError.mapping { () throws(CryptoError) in
            try KeyPair.generate(.ec(.p256), random: random)
        }
        let certificate = try AttestationIdentityError.mapping { () throws(CryptoError) in
            var certificate = try leaf(
                "Toque Authenticator \(aaguid)", serialNumber: Self.serialNumber(random), publicKey: pair.publicKey
            ).attesting(.packed, aaguid: aaguid)
            if let deviceSerialNumber {
                certificate.extensions.append(
                    CertificateExtension(
                        identifier: AttestationExtension.serialNumber.identifier,
                        value: DER.octetString(deviceSerialNumber)))
            }
            return try issue(certificate)
        }
        return try AttestationIdentity(
            certificates: [certificate], key: pair, aaguid: aaguid, isEnterprise: deviceSerialNumber != nil)
    }

    public func issue(_ certificate: CertificateBuilder) throws(CryptoError) -> Certificate {
        try certificate.signed(by: key)
    }

    /// The statement of a format for a new credential. All certificates lead to this authority's.
    /// - Parameters:
    ///   - format: `none` gives the empty statement, and so does a format that this library does not know.
    ///   - material: what is attested.
    ///   - key: the credential's own, for an algorithm that the format attests.
    ///   - now: when SafetyNet is taken to have looked at the device.
    /// - Throws: `AuthenticatorDataError` where there is no credential, `AttestationIdentityError`, `COSEError` and
    ///   `CryptoError` where the format cannot attest it.
    public func statement(
        _ format: AttestationFormat, attesting material: AttestedMaterial, of key: some StatementSigner,
        now: Timestamp
    ) throws -> AttestationStatement {
        // Something is attested, whatever the format.
        _ = try material.credential()
        return try AttestationStatement(
            format, AttestationTask(material: material, key: key, authority: self, time: now))
    }

    // MARK: Attestation keys

    private struct KeyName: Hashable {
        let format: AttestationFormat
        let aaguid: AAGUID
    }

    /// A key of a model, with the one certificate that speaks for it.
    struct CertifiedKey {
        let signer: any StatementSigner
        let certificate: Certificate
    }

    /// What a model of authenticator signs statements of a format with.
    /// - Parameters:
    ///   - name: in the certificate's subject; nil names the model.
    ///   - type: of the key.
    func certifiedKey(
        for format: AttestationFormat, attesting material: AttestedMaterial, name: String? = nil,
        type: KeyType = .ec(.p256), algorithm: COSEAlgorithm = .es256
    ) throws -> CertifiedKey {
        let aaguid = try material.credential().aaguid
        return try keys.withLock { keys in
            let keyName = KeyName(format: format, aaguid: aaguid)
            if let key = keys[keyName] { return key }
            let key = try makeKey(
                for: format, aaguid: aaguid, name: name ?? "Toque Authenticator \(aaguid)", type, algorithm)
            keys[keyName] = key
            return key
        }
    }

    private func makeKey(
        for format: AttestationFormat, aaguid: AAGUID, name: String, _ type: KeyType, _ algorithm: COSEAlgorithm
    ) throws -> CertifiedKey {
        if format == .packed {
            let identity = try identity(for: aaguid)
            return CertifiedKey(signer: identity, certificate: identity.certificate)
        }
        let random = random(for: Array(format.rawValue.utf8) + aaguid.bytes)
        let key = try AttestationKey(
            KeyPair.generate(type, random: random), algorithm: algorithm, deterministic: true)
        let certificate = try leaf(name, serialNumber: Self.serialNumber(random), publicKey: key.publicKey)
        return CertifiedKey(
            signer: key, certificate: try issue(certificate.attesting(format, aaguid: aaguid)))
    }

    /// The certificate of a credential's own key, not signed yet. Its number follows from what is attested, so that no
    /// two are the same.
    func leaf(
        of key: some StatementSigner, attesting material: AttestedMaterial
    ) throws(CryptoError) -> CertificateBuilder {
        let random = random(for: Array("credential".utf8) + Digest.sha256(material.message))
        return try leaf("Toque Credential", serialNumber: Self.serialNumber(random), publicKey: key.publicKey)
    }

    /// A certificate as far as all formats have it alike, not signed yet.
    private func leaf(
        _ commonName: String, serialNumber: [UInt8], publicKey: PublicKeyParameters
    ) throws(CryptoError) -> CertificateBuilder {
        CertificateBuilder(
            subject: DistinguishedName(
                country: Self.country, organization: Self.organization,
                organizationalUnit: Certificate.attestationUnit, commonName: commonName),
            issuer: Self.name, serialNumber: serialNumber, notBefore: notBefore,
            notAfter: CertificateBuilder.noExpiration, publicKey: publicKey,
            extensions: [.basicConstraints(isAuthority: false), try .authorityKeyIdentifier(self.publicKey)])
    }

    // An invented organization.
    static let country = "BR"
    static let organization = "Toque"
    private static let name = DistinguishedName(
        country: country, organization: organization, organizationalUnit: "Attestation Authority",
        commonName: "Toque Attestation CA")

    private func random(for purpose: [UInt8]) -> SeededRandom { Self.random(from: secret, for: purpose) }

    private static func random(from secret: borrowing SecretBytes, for purpose: [UInt8]) -> SeededRandom {
        SeededRandom(
            secret: HKDF.derive(from: secret, salt: Array("toque attestation".utf8), info: purpose, count: 32))
    }

    /// When a certificate begins that is made in this second: a day earlier, as the clock of a relying party may be
    /// behind.
    static func notBefore(_ second: Int64) -> Int64 { max(0, second - 86_400) }

    /// Positive, of 16 bytes, with 126 bits of chance (RFC 5280 section 4.1.2.2).
    static func serialNumber(_ random: some RandomSource) -> [UInt8] {
        var number = random.bytes(16)
        number[0] = number[0] & 0x7F | 0x40
        return number
    }
}
