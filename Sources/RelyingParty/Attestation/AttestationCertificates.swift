import ToqueCOSE
import ToqueCrypto

extension Verification {
    /// The certificates of x5c, each of which must be one.
    mutating func certificates(
        _ x5c: [[UInt8]]
    ) throws(VerificationFailure) -> (leaf: Certificate, all: [Certificate]) {
        let all = try parse(.attestationCertificate, .malformedAttestationStatement) {
            try x5c.map { try Certificate(der: $0) }
        }
        // AttestationStatement has refused an empty x5c.
        guard let leaf = all.first else { throw VerificationFailure(.malformedAttestationStatement, "x5c is empty") }
        return (leaf, all)
    }

    /// The certificate's key, for the algorithm that a statement names.
    mutating func attestationKey(
        of certificate: Certificate, algorithm: COSEAlgorithm
    ) throws(VerificationFailure) -> COSEVerifyingKey {
        try check(.attestationAlgorithm) { () throws(VerificationFailure) in
            do {
                return try COSEKey(algorithm: algorithm, parameters: certificate.publicKey()).verifyingKey()
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
}
