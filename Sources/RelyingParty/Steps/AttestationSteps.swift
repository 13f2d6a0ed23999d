import Attestation
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// What a format's verification procedure is given (section 6.5.2).
struct AttestationInput {
    let authenticatorData: [UInt8]
    let clientDataHash: [UInt8]
    /// What `authenticatorData` says.
    let data: AuthenticatorData
    let attested: AttestedCredentialData
    /// The credential public key as a value and ready to verify.
    let publicKey: COSEKey
    let credentialKey: COSEVerifyingKey
    /// When the ceremony is taken to happen.
    let time: Timestamp
    /// Whether the options ask for enterprise attestation, which alone may name one device (section 8.2.2).
    var isEnterprise = false

    /// What most formats sign.
    var message: [UInt8] { authenticatorData + clientDataHash }
}

/// What a statement shows when it verifies.
struct AttestationConclusion {
    let format: AttestationFormat
    let type: AttestationType
    /// x5c, the attestation certificate first; empty where the statement has none.
    let trustPath: [Certificate]
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
        let read = try parse(.attestationStatement, .malformedAttestationStatement) { try statement.get() }
        let conclusions = try verify(read, input)
        // 23, 24. Assess the attestation's trustworthiness: certificates must lead to a configured trust anchor, and a
        // chain is never taken for its own anchor.
        for conclusion in conclusions {
            try check(
                .attestationType, policy.attestationTypes.contains(conclusion.type), .attestationTypeNotAllowed,
                "attestation type \(conclusion.type.rawValue) is not accepted by the policy")
            guard !conclusion.trustPath.isEmpty else { continue }
            try check(
                .attestationTrust, false, .attestationNotTrusted,
                "the certificates of x5c lead to no configured trust anchor", reaction: policy.untrustedAttestation)
        }
        return conclusions.first?.type ?? .none
    }

    /// The verification procedure of the statement's format; a compound statement has one conclusion for each of its
    /// parts.
    mutating func verify(
        _ statement: AttestationStatement, _ input: AttestationInput
    ) throws(VerificationFailure) -> [AttestationConclusion] {
        switch statement {
        case .none: [AttestationConclusion(format: .none, type: .none, trustPath: [])]
        case .packed(let statement): [try verify(statement, input)]
        case .fidoU2F(let statement): [try verify(statement, input)]
        case .tpm(let statement): [try verify(statement, input)]
        case .androidKey(let statement): [try verify(statement, input)]
        case .apple(let statement): [try verify(statement, input)]
        case .androidSafetyNet(let statement): [try verify(statement, input)]
        case .compound(let statement): try verify(statement, input)
        }
    }
}
