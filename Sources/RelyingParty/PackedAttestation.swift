import Attestation
import ToqueCOSE
import ToqueCrypto

extension PackedStatement {
    /// The verification procedure of section 8.2.
    func verify(_ input: AttestationInput) throws(VerificationFailure) -> AttestationType {
        // sig is over authenticatorData and clientDataHash.
        let message = input.authenticatorData + input.clientDataHash
        guard let x5c else {
            // Self attestation: alg is the credential key's.
            guard algorithm == input.credentialKey.algorithm else {
                throw VerificationFailure(
                    .attestationAlgorithmMismatch,
                    "alg is \(algorithm), the credential key's is \(input.credentialKey.algorithm)")
            }
            guard input.credentialKey.verify(signature, of: message) else {
                throw VerificationFailure(.badAttestationSignature, "sig does not verify with the credential key")
            }
            return .self
        }
        let certificate = try attestationCertificate(x5c)
        guard try key(of: certificate).verify(signature, of: message) else {
            throw VerificationFailure(
                .badAttestationSignature, "sig does not verify with the attestation certificate's key")
        }
        do throws(AttestationCertificateError) {
            try certificate.checkPackedAttestation(aaguid: input.aaguid)
        } catch {
            throw VerificationFailure(.attestationCertificateInvalid, "\(error)")
        }
        return .basic
    }

    /// The first certificate. The others are read, so that none is something else.
    private func attestationCertificate(_ chain: [[UInt8]]) throws(VerificationFailure) -> Certificate {
        do {
            let certificates = try chain.map { try Certificate(der: $0) }
            // AttestationStatement has refused an empty x5c.
            guard let first = certificates.first else { throw CryptoError.unsupported("an empty x5c") }
            return first
        } catch {
            throw VerificationFailure(.malformedAttestationStatement, "x5c: \(error)")
        }
    }

    /// The certificate's key, for the algorithm that alg names.
    private func key(of certificate: Certificate) throws(VerificationFailure) -> COSEVerifyingKey {
        do {
            return try COSEKey(algorithm: algorithm, parameters: certificate.publicKey()).verifyingKey()
        } catch COSEError.invalidKey(let reason) {
            throw VerificationFailure(.attestationAlgorithmMismatch, "the attestation certificate's key: \(reason)")
        } catch CryptoError.invalidKey(let reason) {
            throw VerificationFailure(.attestationCertificateInvalid, "the attestation certificate's key: \(reason)")
        } catch {
            throw VerificationFailure(.algorithmUnsupported, "the attestation certificate's key: \(error)")
        }
    }
}
