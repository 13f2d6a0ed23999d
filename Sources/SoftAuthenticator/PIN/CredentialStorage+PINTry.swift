import ToqueCrypto

/// How a try at the PIN ended.
enum PINTry {
    case right
    /// - Parameter retries: tries that are left; at 0 the PIN is blocked.
    case wrong(retries: Int)
}

extension CredentialStorage {
    /// Compares a PIN with the one that is set (CTAP 2.3 section 6.5.5.6). The try is spent, durably, before the
    /// comparison: to cut the power between the two wins no try. The right PIN gives all tries back.
    /// - Parameter isRight: compares the PIN with the value of `pinVerifier`.
    func tryPIN(_ isRight: (borrowing SecretBytes) -> Bool) throws(CredentialStorageError) -> PINTry {
        let retries = try spendPINRetry()
        guard let verifier = try pinVerifier(), isRight(verifier) else { return .wrong(retries: retries) }
        try restorePINRetries()
        return .right
    }
}
