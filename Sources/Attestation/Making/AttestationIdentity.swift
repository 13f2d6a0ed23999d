import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// Why an attestation key and its certificates are refused.
public enum AttestationIdentityError: Error, Sendable, Hashable, CustomStringConvertible {
    case noCertificate
    case unreadableCertificate(CryptoError)
    case unreadableKey(CryptoError)
    /// The key is not a P-256 key.
    case unsupportedKey
    /// The first certificate belongs to another key.
    case keyMismatch
    /// A certificate of the chain is not followed by its issuer's; its position, from 0.
    case brokenChain(Int)
    case certificate(AttestationCertificateError)
    /// Cryptography failed.
    case refused(CryptoError)
    /// The secret does not come from `AttestationAuthority.makeSecret`.
    case malformedSecret

    public var description: String {
        switch self {
        case .noCertificate: "no attestation certificate; give the certificate, then those that lead to its root"
        case .unreadableCertificate(let error): "the attestation certificate cannot be read: \(error)"
        case .unreadableKey(let error): "the attestation key cannot be read: \(error)"
        case .unsupportedKey: "the attestation key is not on P-256; give a key for ES256"
        case .keyMismatch:
            "the attestation key is not the first certificate's; give the key of the certificate that comes first"
        case .brokenChain(let place):
            "certificate \(place + 2) is not that of the issuer of certificate \(place + 1); put them in order"
        case .certificate(let error): "\(error) (WebAuthn section 8.2)"
        case .refused(let error): "the attestation: \(error)"
        case .malformedSecret: "the stored attestation secret has another form; restore the store or use a new one"
        }
    }
}

extension AttestationIdentityError {
    /// Converts a failure of cryptography to this error.
    static func mapping<Value: ~Copyable>(
        _ error: (CryptoError) -> AttestationIdentityError = AttestationIdentityError.refused,
        _ body: () throws(CryptoError) -> Value
    ) throws(AttestationIdentityError) -> Value {
        do throws(CryptoError) {
            return try body()
        } catch let failure {
            throw error(failure)
        }
    }
}

/// An ES256 attestation key and its certificates. Signatures take their nonces from RFC 6979.
public final class AttestationIdentity: StatementSigner {
    /// x5c: the attestation certificate, then the certificates toward its root.
    public let certificates: [Certificate]
    /// The attestation certificate.
    public let certificate: Certificate
    private let key: AttestationKey

    /// - Parameters:
    ///   - certificates: the attestation certificate first, each followed by its issuer's.
    ///   - key: the attestation certificate's key, on P-256.
    ///   - aaguid: the AAGUID of the authenticator that attests with it.
    ///   - isEnterprise: true for enterprise attestation, the only kind whose certificate may name the device.
    public init(
        certificates: [Certificate], key pair: borrowing KeyPair, aaguid: AAGUID, isEnterprise: Bool = false
    ) throws(AttestationIdentityError) {
        guard let leaf = certificates.first else { throw .noCertificate }
        guard pair.type == .ec(.p256) else { throw .unsupportedKey }
        guard pair.publicKey == (try? leaf.publicKey()) else { throw .keyMismatch }
        for (place, (certificate, issuer)) in zip(certificates, certificates.dropFirst()).enumerated()
        where !certificate.isIssued(by: issuer) {
            throw .brokenChain(place)
        }
        do throws(AttestationCertificateError) {
            try leaf.checkSigning()
            try leaf.checkPackedAttestation(isEnterprise: isEnterprise)
            try leaf.checkAAGUID(aaguid)
        } catch {
            throw .certificate(error)
        }
        key = try AttestationIdentityError.mapping { () throws(CryptoError) in
            try AttestationKey(pair, algorithm: .es256, deterministic: true)
        }
        self.certificates = certificates
        certificate = leaf
    }

    /// Creates an identity from the contents of files.
    /// - Parameters:
    ///   - certificates: one or more in PEM, or one in DER; the attestation certificate first, each followed by its
    ///     issuer's.
    ///   - privateKey: PKCS #8 or SEC 1 in PEM or DER, not encrypted.
    ///   - aaguid: the AAGUID of the authenticator that attests with it.
    public convenience init(
        certificates: [UInt8], privateKey: borrowing SecretBytes, aaguid: AAGUID
    ) throws(AttestationIdentityError) {
        let chain = try AttestationIdentityError.mapping(AttestationIdentityError.unreadableCertificate) {
            () throws(CryptoError) in
            // DER starts with a SEQUENCE.
            certificates.first == 0x30
                ? [try Certificate(der: certificates)] : try Certificate.certificates(pem: certificates)
        }
        let pair = try AttestationIdentityError.mapping(AttestationIdentityError.unreadableKey) {
            () throws(CryptoError) in try KeyPair(decodingEC: privateKey)
        }
        try self.init(certificates: chain, key: pair, aaguid: aaguid)
    }

    /// Creates an identity of a new authority.
    public static func make(
        aaguid: AAGUID, random: some RandomSource, now: Timestamp
    ) throws(AttestationIdentityError) -> AttestationIdentity {
        try AttestationAuthority(secret: AttestationAuthority.makeSecret(random: random, now: now)).identity(
            for: aaguid)
    }

    public var algorithm: COSEAlgorithm { key.algorithm }
    public var publicKey: PublicKeyParameters { key.publicKey }

    public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] { try key.sign(message) }
}
