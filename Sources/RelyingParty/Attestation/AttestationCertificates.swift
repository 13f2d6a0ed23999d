import Attestation
import ToqueCOSE
import ToqueCrypto

extension Verification {
    /// The certificates of x5c. Each must be a certificate, and the key of the first may sign.
    mutating func certificates(
        _ x5c: [[UInt8]]
    ) throws(VerificationFailure) -> (leaf: Certificate, all: [Certificate]) {
        let chains = chains
        let all = try parse(.attestationCertificate, .malformedAttestationStatement) {
            try x5c.map { try chains.certificate(der: $0) ?? Certificate(der: $0) }
        }
        // AttestationStatement has refused an empty x5c.
        guard let leaf = all.first else { throw VerificationFailure(.malformedAttestationStatement, "x5c is empty") }
        try checkCertificate { () throws(AttestationCertificateError) in try leaf.checkSigning() }
        return (leaf, all)
    }

    /// Records a format's rule for its certificate.
    mutating func checkCertificate<Value>(
        _ name: Check.Name = .attestationCertificate, _ rule: () throws(AttestationCertificateError) -> Value
    ) throws(VerificationFailure) -> Value {
        try check(name) { () throws(VerificationFailure) in
            do throws(AttestationCertificateError) {
                return try rule()
            } catch {
                let code: VerdictCode =
                    if case .otherAAGUID = error { .attestationAAGUIDMismatch } else { .attestationCertificateInvalid }
                throw VerificationFailure(code, "\(error)")
            }
        }
    }

    /// The certificate's key, for the algorithm that a statement names.
    /// - Parameter allowRS1: only TPM statements may use SHA-1.
    mutating func attestationKey(
        of certificate: Certificate, algorithm: COSEAlgorithm, allowRS1: Bool = false
    ) throws(VerificationFailure) -> COSEVerifyingKey {
        try check(.attestationAlgorithm) { () throws(VerificationFailure) in
            guard allowRS1 || !algorithm.isBySHA1 else { throw Self.notAllowed(algorithm) }
            do {
                return try COSEKey(
                    algorithm: algorithm, parameters: certificate.publicKey(), allowRS1: allowRS1
                ).verifyingKey()
            } catch COSEError.invalidKey(let reason) {
                throw VerificationFailure(
                    .attestationAlgorithmMismatch, "the attestation certificate's key: \(reason)")
            } catch CryptoError.invalidKey(let reason) {
                throw VerificationFailure(
                    .attestationCertificateInvalid, "the attestation certificate's key: \(reason)")
            } catch {
                throw VerificationFailure(.algorithmUnsupported, "the attestation certificate's key: \(error)")
            }
        }
    }

    static func notAllowed(_ algorithm: COSEAlgorithm) -> VerificationFailure {
        VerificationFailure(.attestationAlgorithmNotAllowed, "alg is \(algorithm), and SHA-1 can be forged")
    }

    /// The certificate belongs to the credential key.
    mutating func verifyCredentialKey(
        of certificate: Certificate, _ input: AttestationInput
    ) throws(VerificationFailure) {
        // The credential's key could be read, so one that cannot is another.
        try check(
            .attestationKey, (try? certificate.publicKey()) == input.publicKey.parameters, .attestationKeyMismatch,
            "the attestation certificate's key is not the credential public key")
    }
}

extension COSEAlgorithm {
    /// RS1, the only algorithm that signs a hash with known collisions.
    var isBySHA1: Bool { scheme == .rsaPKCS1(.sha1) }
}
