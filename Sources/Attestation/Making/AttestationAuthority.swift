import Synchronization
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The attestation CA of one device. It issues an attestation certificate to each authenticator model that the device
/// poses as, in each format that has certificates. One secret determines all keys and certificates, so that nothing
/// else must be stored: the derivation must never change.
///
/// Its certificates identify the device, which those of real models do not (section 14.4.1).
public final class AttestationAuthority: CertificateIssuer {
    /// The length of the secret: 32 random bytes, then the second of its creation.
    public static let secretSize = 40

    /// The self-signed certificate: a relying party's trust anchor.
    public let certificate: Certificate
    private let key: SigningKey
    private let publicKey: PublicKeyParameters
    private let secret: SecretBytes
    /// Start of its certificates' validity, in seconds since 1970.
    private let notBefore: Int64
    /// Attestation keys by model. They are kept because SafetyNet's takes some tenths of a second to make.
    private let keys = Mutex<[KeyName: CertifiedKey]>([:])

    /// Makes the secret of a new authority.
    public static func makeSecret(random: some RandomSource, now: Timestamp) -> SecretBytes {
        let second = max(0, now.microseconds / 1_000_000)
        return SecretBytes(count: secretSize) { buffer in
            random.fill(.init(rebasing: buffer[..<32]))
            buffer.storeBytes(of: second.bigEndian, toByteOffset: 32, as: Int64.self)
        }
    }

    /// - Parameter secret: from `makeSecret`.
    /// - Throws: `malformedSecret` for any other bytes, `refused` if cryptography fails.
    public init(secret: borrowing SecretBytes) throws(AttestationIdentityError) {
        guard secret.count == Self.secretSize else { throw .malformedSecret }
        let made = secret.withUnsafeBytes { Int64(bigEndian: $0.loadUnaligned(fromByteOffset: 32, as: Int64.self)) }
        // Certificates have no year after 9999.
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

    /// The attestation identity of an authenticator model.
    public func identity(for aaguid: AAGUID) throws(AttestationIdentityError) -> AttestationIdentity {
        try issue(for: aaguid, purpose: "authenticator", deviceSerialNumber: nil)
    }

    /// The enterprise attestation identity of an authenticator model. Its certificate names this device by a serial
    /// number: 16 bytes, the same for each model (section 8.2.2).
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

    /// Makes a format's statement for a new credential. All certificates lead to this authority's.
    /// - Parameters:
    ///   - format: `none` and unknown formats give the empty statement.
    ///   - material: the data to attest.
    ///   - key: the credential's own key, for an algorithm that the format attests.
    ///   - now: the time at which SafetyNet is assumed to have checked the device.
    /// - Throws: `AuthenticatorDataError` if there is no credential; `AttestationIdentityError`, `COSEError` and
    ///   `CryptoError` if the format cannot attest it.
    public func statement(
        _ format: AttestationFormat, attesting material: AttestedMaterial, of key: some StatementSigner,
        now: Timestamp
    ) throws -> AttestationStatement {
        // There must be something to attest, whatever the format.
        _ = try material.credential()
        return try AttestationStatement(
            format, AttestationTask(material: material, key: key, authority: self, time: now))
    }

    // MARK: Attestation keys

    private struct KeyName: Hashable {
        let format: AttestationFormat
        let aaguid: AAGUID
    }

    /// A model's key with its single certificate.
    struct CertifiedKey {
        let signer: any StatementSigner
        let certificate: Certificate
    }

    /// The identity that signs a format's statements for an authenticator model.
    /// - Parameters:
    ///   - name: for the certificate's subject; nil names the model.
    ///   - type: the key's type.
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

    /// The unsigned certificate of a credential's own key. Its number is derived from the attested data, so that no two
    /// are the same.
    func leaf(
        of key: some StatementSigner, attesting material: AttestedMaterial
    ) throws(CryptoError) -> CertificateBuilder {
        let random = random(for: Array("credential".utf8) + Digest.sha256(material.message))
        return try leaf("Toque Credential", serialNumber: Self.serialNumber(random), publicKey: key.publicKey)
    }

    /// An unsigned certificate with the fields that all formats share.
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

    /// The start of validity of a certificate made in this second: a day earlier, because a relying party's clock may
    /// be behind.
    static func notBefore(_ second: Int64) -> Int64 { max(0, second - 86_400) }

    /// A positive number of 16 bytes with 126 random bits (RFC 5280 section 4.1.2.2).
    static func serialNumber(_ random: some RandomSource) -> [UInt8] {
        var number = random.bytes(16)
        number[0] = number[0] & 0x7F | 0x40
        return number
    }
}
