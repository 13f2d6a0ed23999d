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

    var isCertified: Bool { !trustPath.isEmpty }
}

extension Verification {
    /// Step 13 of section 7.1.
    mutating func parseAttestationObject(_ bytes: [UInt8]) throws(VerificationFailure) -> AttestationObject {
        let object = try parse(.attestationObject, .malformedAttestationObject) {
            guard bytes.count <= ResponseLimits.attestationObject else {
                throw AttestationObjectError(
                    "\(bytes.count) bytes, at most \(ResponseLimits.attestationObject) are read")
            }
            return try AttestationObject(decoding: bytes)
        }
        // Real authenticators depart from the form that section 6.5.4 asks for, so that this is only reported.
        try check(
            .attestationObjectOrder, object.encoded == bytes, .malformedAttestationObject,
            "the attestation object is not in CTAP2's canonical form", reaction: .report)
        return object
    }

    /// Steps 21 to 24 of section 7.1.
    /// - Parameter userVerification: whether the ceremony requires it.
    mutating func verifyAttestation(
        _ object: AttestationObject, _ input: AttestationInput, userVerification: Bool
    ) throws(VerificationFailure) -> AttestationResult {
        let statement = Result { () throws(AttestationStatementError) in try AttestationStatement(object) }
        // 21. Determine the format; fmt is matched case-sensitively.
        try check(.attestationFormat, formatFailure(object.format, statement))
        // 22. The format's verification procedure.
        let read = try parse(.attestationStatement, .malformedAttestationStatement) { try statement.get() }
        let conclusions = try verify(read, input)
        // 23, 24. Assess the attestation's trustworthiness: that of all parts of a compound statement.
        var isTrusted = conclusions.contains(where: \.isCertified)
        for conclusion in conclusions {
            if try !verifyTrust(of: conclusion, input, userVerification: userVerification) { isTrusted = false }
        }
        return AttestationResult(
            format: object.format, type: Self.strongestType(of: conclusions), aaguid: input.attested.aaguid,
            trusted: isTrusted)
    }

    /// Why the format, or that of a part of a compound statement, is not accepted.
    private func formatFailure(
        _ format: AttestationFormat, _ statement: Result<AttestationStatement, AttestationStatementError>
    ) -> VerificationFailure? {
        if case .failure(.unsupportedFormat(let format)) = statement {
            return VerificationFailure(
                .attestationFormatUnsupported, "attestation format \(format.rawValue.quoted) is not supported")
        }
        var formats = [format]
        if case .success(.compound(let compound)) = statement { formats += compound.statements.map(\.format) }
        guard let allowed = policy.allowedFormats, let other = formats.first(where: { !allowed.contains($0) }) else {
            return nil
        }
        return VerificationFailure(
            .attestationFormatNotAllowed, "attestation format \(other.rawValue) is not accepted by the policy")
    }

    /// A compound statement is as strong as its strongest part (`AttestationResult.type`).
    private static func strongestType(of conclusions: [AttestationConclusion]) -> AttestationType {
        (conclusions.first(where: \.isCertified) ?? conclusions.first { $0.type == .self })?.type
            ?? AttestationType.none
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
