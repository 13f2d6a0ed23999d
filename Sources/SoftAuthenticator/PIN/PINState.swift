import ToqueCrypto

/// The stored state of a PIN besides its comparison value (CTAP 2.3 section 6.5.5).
public struct PINState: Sendable, Hashable {
    /// The tries after which only a reset helps (section 6.5.2.3).
    public static let maxRetries = 8

    /// The remaining tries, 0 to `maxRetries`.
    public var retries: Int
    /// The PIN's length in Unicode code points.
    public var codePoints: Int

    public init(retries: Int, codePoints: Int) {
        self.retries = retries
        self.codePoints = codePoints
    }
}

/// The result of trying a PIN.
enum PINTry {
    case right
    /// - Parameter retries: the remaining tries; at 0 the PIN is blocked.
    case wrong(retries: Int)
}

extension CredentialStorage {
    /// Compares a PIN with the one that is set (CTAP 2.3 section 6.5.5.6). The try is spent, durably, before the
    /// comparison: cutting the power in between wins no try. The right PIN restores all tries.
    /// - Parameter isRight: compares the PIN with the value of `pinVerifier`.
    func tryPIN(_ isRight: (borrowing SecretBytes) -> Bool) throws(CredentialStorageError) -> PINTry {
        let retries = try spendPINRetry()
        guard let verifier = try pinVerifier(), isRight(verifier) else { return .wrong(retries: retries) }
        try restorePINRetries()
        return .right
    }
}
