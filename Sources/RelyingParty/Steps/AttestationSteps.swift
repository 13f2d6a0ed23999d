import Attestation
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The input of a format's verification procedure (section 6.5.2).
struct AttestationInput {
    let authenticatorData: [UInt8]
    let clientDataHash: [UInt8]
    /// The decoded `authenticatorData`.
    let data: AuthenticatorData
    let attested: AttestedCredentialData
    /// The credential public key as a value and ready to verify.
    let publicKey: COSEKey
    let credentialKey: COSEVerifyingKey
    /// The time of the ceremony.
    let time: Timestamp
    /// True if the options request enterprise attestation: only then may a statement name one device (section 8.2.2).
    var isEnterprise = false

    /// The bytes that most formats sign.
    var message: [UInt8] { authenticatorData + clientDataHash }
}

/// The conclusion of a statement that verifies.
struct AttestationConclusion {
    let format: AttestationFormat
    let type: AttestationType
    /// x5c, the attestation certificate first; empty if the statement has none.
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
        // Real authenticators depart from the form that section 6.5.4 requires, so this is only reported.
        try check(
            .attestationObjectOrder, object.encoded == bytes, .malformedAttestationObject,
            "the attestation object is not in CTAP2's canonical form", reaction: .report)
        return object
    }

    /// Steps 21 to 24 of section 7.1.
    /// - Parameter userVerification: true if the ceremony requires it.
    mutating func verifyAttestation(
        _ object: AttestationObject, _ input: AttestationInput, userVerification: Bool
    ) throws(VerificationFailure) -> AttestationResult {
        let statement = Result { () throws(AttestationStatementError) in try AttestationStatement(object) }
        // 21. Determine the format; fmt is matched case-sensitively.
        try check(.attestationFormat, formatFailure(object.format, statement))
        // 22. The format's verification procedure.
        let read = try parse(.attestationStatement, .malformedAttestationStatement) { try statement.get() }
        let conclusions = try verify(read, input)
        // 23, 24. Assess the attestation's trustworthiness: for a compound statement, that of every part.
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

    /// The verification procedure of the statement's format. A compound statement has one conclusion for each part.
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
