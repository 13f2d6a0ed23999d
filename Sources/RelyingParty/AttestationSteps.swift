import Attestation
import ToqueCOSE
import ToqueEncoding
import ToqueWebAuthn

/// What a format's verification procedure is given (section 6.5.2).
struct AttestationInput {
    let authenticatorData: [UInt8]
    let clientDataHash: [UInt8]
    let credentialKey: COSEVerifyingKey
    let aaguid: AAGUID
}

extension Verification {
    /// Steps 21 to 24 of section 7.1.
    mutating func verifyAttestation(
        _ object: AttestationObject, _ input: AttestationInput
    ) throws(VerificationFailure) -> AttestationType {
        let statement = Result { () throws(AttestationStatementError) in try AttestationStatement(object) }
        // 21. Determine the format; fmt is matched case-sensitively.
        let isKnown = if case .failure(.unsupportedFormat) = statement { false } else { true }
        try check(
            .attestationFormat, isKnown, .attestationFormatUnsupported,
            "attestation format \(object.format.rawValue.quoted) is not supported")
        // 22. The format's verification procedure.
        let type = try check(.attestationStatement) { () throws(VerificationFailure) -> AttestationType in
            switch statement {
            case .failure(let error): throw VerificationFailure(.malformedAttestationStatement, "\(error)")
            case .success(.none): .none
            case .success(.packed(let statement)): try statement.verify(input)
            }
        }
        // 23, 24. Assess the attestation's trustworthiness. No trust anchors can be configured, and a chain is never taken
        // for its own anchor.
        if !policy.attestationTypes.contains(type) {
            try check(
                .attestationTrust, false, .attestationTypeNotAllowed,
                "attestation type \(type.rawValue) is not accepted by the policy")
        }
        try check(
            .attestationTrust, type != .basic, .attestationNotTrusted,
            "the certificates of x5c lead to no configured trust anchor", reaction: policy.untrustedAttestation)
        return type
    }
}
