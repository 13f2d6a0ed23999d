import Attestation
import ToqueCrypto
import ToqueWebAuthn

extension Verification {
    /// The verification procedure of section 8.6. `FIDOU2FStatement` does its step 1, the syntax.
    mutating func verify(
        _ statement: FIDOU2FStatement, _ input: AttestationInput
    ) throws(VerificationFailure) -> AttestationConclusion {
        // 2. x5c has one element, as FIDOU2FStatement checked, and its key is on P-256.
        let path = try certificates(statement.x5c)
        let key = try attestationKey(of: path.leaf, algorithm: .es256)
        // 3, 4. The credential public key in U2F's form, 0x04 || x || y: U2F has no other curve.
        let publicKeyU2F = try check(.attestationKey) { () throws(VerificationFailure) in
            guard input.publicKey.algorithm == .es256,
                let point = FIDOU2FStatement.publicKeyU2F(input.publicKey.parameters)
            else {
                throw VerificationFailure(
                    .attestationAlgorithmMismatch,
                    "a U2F key makes keys for ES256 alone, the credential key's algorithm is "
                        + "\(input.publicKey.algorithm)")
            }
            return point
        }
        // 5. verificationData
        let verificationData = FIDOU2FStatement.verificationData(
            rpIDHash: input.data.rpIDHash, clientDataHash: input.clientDataHash,
            credentialID: input.attested.credentialID, publicKeyU2F: publicKeyU2F)
        // 6. sig is over verificationData, by ECDSA with SHA-256.
        try check(
            .attestationSignature, key.verify(statement.signature, of: verificationData), .badAttestationSignature,
            "sig does not verify with the attestation certificate's key")
        // The signature does not cover the AAGUID, and U2F has none: CTAP fills it with zeros (CTAP 2.3,
        // "Interoperating with CTAP1/U2F authenticators").
        if policy.u2fAAGUID == .zero {
            try check(
                .attestationAAGUID, input.attested.aaguid == .zero, .attestationAAGUIDMismatch,
                "the AAGUID is \(input.attested.aaguid), which a U2F key does not have")
        }
        // 7, 8. Basic, because nothing in the statement distinguishes basic and AttCA.
        return AttestationConclusion(format: .fidoU2F, type: .basic, trustPath: path.all)
    }
}
