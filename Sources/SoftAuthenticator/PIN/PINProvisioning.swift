import CTAP
import ToqueCrypto

/// What became of a PIN that an authenticator was to start with.
public enum PINProvisioning: Sendable, Hashable {
    /// It is the PIN from now on.
    case set
    /// It is the PIN already.
    case unchanged
    /// Another PIN is set, and stays.
    case refusedForAnother
    /// No platform could set it (CTAP 2.1 section 6.5.1): fewer than 4 code points, more than 63 bytes, or no UTF-8.
    case refusedByPolicy
}

extension CredentialStorage {
    /// Sets the first PIN of an authenticator without a platform. Costs no try where another one is set.
    /// - Parameter pin: UTF-8 in Unicode normalization form C.
    public func provisionPIN(_ pin: borrowing SecretBytes) throws(CredentialStorageError) -> PINProvisioning {
        guard pin.count <= NewPIN.maxSize else { return .refusedByPolicy }
        let padded = pin.withUnsafeBytes { pin in
            SecretBytes(count: NewPIN.paddedSize) { $0.copyBytes(from: pin) }
        }
        let policy = try settings()
        let new: NewPIN
        do throws(CTAPStatus) {
            new = try NewPIN(unpadding: padded, policy: policy)
        } catch {
            return .refusedByPolicy
        }
        if let present = try pinVerifier() {
            return present.constantTimeEquals(new.verifier) ? .unchanged : .refusedForAnother
        }
        try setPIN(verifier: new.verifier, codePoints: new.codePoints)
        return .set
    }
}
