import CTAP

extension CTAPFace {
    /// authenticatorConfig (CTAP 2.1 section 6.11).
    func config(_ command: AuthenticatorConfig) throws(CTAPStatus) {
        throw .invalidCommand
    }
}
