import CTAP

extension CTAPFace {
    /// authenticatorLargeBlobs (CTAP 2.1 section 6.10).
    func largeBlobs(_ command: AuthenticatorLargeBlobs) throws(CTAPStatus) -> CTAPResponse {
        throw .invalidCommand
    }
}
