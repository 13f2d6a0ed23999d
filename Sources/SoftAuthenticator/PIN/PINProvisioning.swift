import CTAP
import ToqueCrypto

/// The result of setting an authenticator's initial PIN.
public enum PINProvisioning: Sendable, Hashable {
    /// It is now the PIN.
    case set
    /// It was already the PIN.
    case unchanged
    /// Another PIN is set, and stays.
    /// - Parameter retries: the remaining tries, at least 1.
    case refusedForAnother(retries: Int)
    /// Wrong PINs have used up all tries: only a reset helps.
    case refusedAsBlocked
    /// No platform could set it (CTAP 2.3 section 6.5.1): fewer code points than the minimum, more than 63 bytes, not
    /// UTF-8, or a run that the policy refuses.
    case refusedByPolicy
}

extension CredentialStorage {
    /// Sets an authenticator's first PIN without a platform. If one is set, it is compared with it, as for a platform:
    /// a wrong one costs a try, durably before the answer, and a blocked PIN is not compared. Because nobody enters it,
    /// the right one does not restore the tries of fingers.
    /// - Parameter pin: UTF-8 in Unicode normalization form C.
    public func provisionPIN(_ pin: borrowing SecretBytes) throws(CredentialStorageError) -> PINProvisioning {
        guard pin.count <= NewPIN.maxSize else { return .refusedByPolicy }
        let padded = pin.withUnsafeBytes { pin in
            SecretBytes(count: NewPIN.paddedSize) { $0.copyBytes(from: pin) }
        }
        let present = try pinState()
        // An existing one stays, even if the policy has changed.
        let policy = present == nil ? try settings() : AuthenticatorSettings()
        let new: NewPIN
        do throws(CTAPStatus) {
            new = try NewPIN(unpadding: padded, policy: policy)
        } catch {
            return .refusedByPolicy
        }
        guard let present else {
            try setPIN(verifier: new.verifier, codePoints: new.codePoints)
            return .set
        }
        return present.retries > 0 ? try provisionSetPIN(with: new) : .refusedAsBlocked
    }

    /// Compares the current PIN with the intended one.
    private func provisionSetPIN(with new: borrowing NewPIN) throws(CredentialStorageError) -> PINProvisioning {
        switch try tryPIN({ present in present.constantTimeEquals(new.verifier) }) {
        case .right: .unchanged
        case .wrong(retries: 0): .refusedAsBlocked
        case .wrong(let retries): .refusedForAnother(retries: retries)
        }
    }
}
