import Attestation
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding

extension Verification {
    /// The verification procedure of section 8.3. `TPMStatement` does the syntax, with ver and x5c.
    mutating func verify(
        _ statement: TPMStatement, _ input: AttestationInput
    ) throws(VerificationFailure) -> AttestationConclusion {
        // The key that parameters and unique of pubArea make is the credential public key, and may sign as that does.
        let pubArea = try parse(.attestationStatement, .malformedAttestationStatement) {
            try TPMPublicArea(decoding: statement.pubArea)
        }
        try check(
            .attestationKey, pubArea.publicKey == input.publicKey.parameters, .attestationKeyMismatch,
            "the key of pubArea is not the credential public key")
        try check(
            .attestationKey, pubArea.allows(input.publicKey.algorithm), .attestationKeyMismatch,
            "the key of pubArea may not sign by \(input.publicKey.algorithm)")
        // certInfo: magic is TPM_GENERATED_VALUE, type is TPM_ST_ATTEST_CERTIFY, and attested a TPMS_CERTIFY_INFO.
        let certInfo = try parse(.attestationStatement, .malformedAttestationStatement) {
            try TPMAttest(decoding: statement.certInfo)
        }
        // extraData is the hash of attToBeSigned by the hash algorithm of alg.
        let digest = try digest(of: statement.algorithm)
        try check(
            .attestationNonce,
            certInfo.extraData == Digest.hash(digest, input.authenticatorData, input.clientDataHash),
            .attestationNonceMismatch,
            "extraData is not the hash of the authenticator data and the client data's hash by \(statement.algorithm)")
        // The name in attested is that of pubArea.
        try check(
            .attestationKey, pubArea.name == certInfo.name, .attestationKeyMismatch,
            "certInfo certifies a key with another name than pubArea's")
        // qualifiedSigner, clockInfo and firmwareVersion are ignored.
        // sig is over certInfo, by the key of aikCert with alg.
        let path = try certificates(statement.x5c)
        let key = try attestationKey(of: path.leaf, algorithm: statement.algorithm, allowRS1: policy.allowRS1)
        try check(
            .attestationSignature, key.verify(statement.signature, of: statement.certInfo), .badAttestationSignature,
            "sig does not verify with the attestation certificate's key")
        // aikCert meets the requirements of section 8.3.1.
        let manufacturer = try checkCertificate { () throws(AttestationCertificateError) in
            try path.leaf.checkTPMAttestation()
        }
        if policy.tpmVendors == .registered {
            try check(
                .tpmVendor, TPMVendor(attribute: manufacturer)?.name != nil, .tpmVendorNotRegistered,
                "the TPM's manufacturer \(manufacturer.quoted) is none of the TCG's registry")
        }
        // The AAGUID that it names, if any, is that in authenticatorData.
        try checkCertificate(.attestationAAGUID) { () throws(AttestationCertificateError) in
            try path.leaf.checkAAGUID(input.attested.aaguid)
        }
        return AttestationConclusion(format: .tpm, type: .attca, trustPath: path.all)
    }

    /// The hash algorithm of a TPM signature algorithm. SHA-1 needs the policy's permission.
    private mutating func digest(of algorithm: COSEAlgorithm) throws(VerificationFailure) -> DigestAlgorithm {
        let allowRS1 = policy.allowRS1
        return try check(.attestationAlgorithm) { () throws(VerificationFailure) in
            guard let digest = TPMScheme(algorithm)?.hash.digest else {
                throw VerificationFailure(.algorithmUnsupported, "alg is \(algorithm), by which no TPM signs")
            }
            guard allowRS1 || !algorithm.isBySHA1 else { throw Self.notAllowed(algorithm) }
            return digest
        }
    }
}
