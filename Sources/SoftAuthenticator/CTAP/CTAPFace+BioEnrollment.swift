import CTAP

extension CTAPFace {
    /// authenticatorBioEnrollment (CTAP 2.1 section 6.7).
    func bioEnrollment(
        _ command: AuthenticatorBioEnrollment, _ context: Context
    ) async throws(CTAPStatus) -> AuthenticatorBioEnrollment.Response {
        throw .invalidCommand
    }
}
