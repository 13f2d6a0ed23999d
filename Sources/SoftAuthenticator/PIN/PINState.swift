import ToqueCrypto

/// What is kept of a PIN beside the value that it is compared with (CTAP 2.3 section 6.5.5).
public struct PINState: Sendable, Hashable {
    /// Tries before only a reset helps (section 6.5.2.3).
    public static let maxRetries = 8

    /// Tries that are left, 0 to `maxRetries`.
    public var retries: Int
    /// The PIN's length in Unicode code points.
    public var codePoints: Int

    public init(retries: Int, codePoints: Int) {
        self.retries = retries
        self.codePoints = codePoints
    }
}

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
