import Attestation
import ToqueWebAuthn

extension AttestationConveyancePreference {
    /// The attestation that the relying party receives (section 5.1.3, step 20). `none` gives the statement of format
    /// none; the AAGUID stays, because it names a model and not a person's device. Self attestation without an AAGUID
    /// reveals nothing either and stays. The other preferences give the authenticator's attestation.
    /// - Throws: `unknownError` for authenticator data that cannot be read.
    func conveyed(_ object: AttestationObject) throws(WebAuthnError) -> AttestationObject {
        guard self == .none, object.format != .none else { return object }
        if case .packed(let statement)? = try? AttestationStatement(object), statement.x5c == nil,
            try Self.aaguid(of: object) == .zero
        {
            return object
        }
        let statement = AttestationStatement.none
        return AttestationObject(
            format: statement.format, statement: statement.encoded, authenticatorData: object.authenticatorData)
    }

    private static func aaguid(of object: AttestationObject) throws(WebAuthnError) -> AAGUID? {
        do throws(AuthenticatorDataError) {
            return try AuthenticatorData(decoding: object.authenticatorData).attestedCredentialData?.aaguid
        } catch {
            throw WebAuthnError(.unknownError, "the authenticator's answer: \(error)")
        }
    }
}
