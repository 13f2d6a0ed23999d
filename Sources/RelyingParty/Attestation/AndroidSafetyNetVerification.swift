import Attestation
import ToqueCrypto
import ToqueEncoding

extension Verification {
    /// The tolerated difference between the clocks of the service and of the relying party, in seconds.
    private static let safetyNetClockSkew = 10

    /// The verification procedure of section 8.5, which refers to SafetyNet's documentation for the steps between. ver
    /// is reserved: the response has only one format.
    mutating func verify(
        _ statement: AndroidSafetyNetStatement, _ input: AttestationInput
    ) throws(VerificationFailure) -> AttestationConclusion {
        // response is a SafetyNet response: a JWS with the certificates of its signer.
        let jws = try parse(.attestationStatement, .malformedAttestationStatement) {
            try JSONWebSignature(compact: statement.response)
        }
        let path = try certificates(
            try parse(.attestationStatement, .malformedAttestationStatement) { try jws.x5c() })
        // It came from the SafetyNet service: the certificate belongs to its host, and its key signed. The trust steps
        // of all formats judge where the certificates lead.
        try check(
            .attestationCertificate, path.leaf.isIssued(toHost: CertificateBuilder.safetyNetHost),
            .attestationCertificateInvalid,
            "the attestation certificate is not that of \(CertificateBuilder.safetyNetHost)")
        let key = try attestationKey(of: path.leaf, algorithm: jws.algorithm)
        try check(
            .attestationSignature, jws.verify(with: key), .badAttestationSignature,
            "response does not verify with the attestation certificate's key")
        let payload = try parse(.attestationStatement, .malformedAttestationStatement) {
            try SafetyNetPayload(JSONReader(JSON(parsing: jws.payload, limits: .init(size: 1 << 16, depth: 8))))
        }
        // nonce is the base64 of the hash of authenticatorData and clientDataHash.
        try check(
            .attestationNonce, payload.nonce.isIdentical(to: Base64.encode(Digest.sha256(input.message))),
            .attestationNonceMismatch,
            "nonce is not the hash of the authenticator data and the client data's hash")
        try check(
            .safetyNetIntegrity, payload.ctsProfileMatch, .safetyNetIntegrityFailed,
            "ctsProfileMatch is false: the device's integrity is not in order")
        try verifyAge(of: payload, at: input.time)
        return AttestationConclusion(format: .androidSafetyNet, type: .basic, trustPath: path.all)
    }

    /// The response is fresh, if the policy requires it.
    private mutating func verifyAge(
        of payload: SafetyNetPayload, at time: Timestamp
    ) throws(VerificationFailure) {
        guard let maximum = policy.safetyNetMaxAge else { return }
        let age = Duration.microseconds(time.microseconds) - .milliseconds(payload.timestampMs)
        try check(
            .safetyNetAge, age <= .seconds(maximum), .safetyNetExpired,
            "the response is \(age.components.seconds) seconds old, at most \(maximum) are allowed")
        try check(
            .safetyNetAge, age >= .seconds(-Self.safetyNetClockSkew), .safetyNetExpired,
            "the response was made \(-age.components.seconds) seconds after the time of verification")
    }
}
