import CTAP
import ToqueCrypto

/// What became of a PIN that an authenticator was to start with.
public enum PINProvisioning: Sendable, Hashable {
    /// It is the PIN from now on.
    case set
    /// It is the PIN already.
    case unchanged
    /// Another PIN is set, and stays.
    /// - Parameter retries: tries that are left, at least 1.
    case refusedForAnother(retries: Int)
    /// Wrong PINs have used up all tries: only a reset helps.
    case refusedAsBlocked
    /// No platform could set it (CTAP 2.3 section 6.5.1): fewer code points than the minimum, more than 63 bytes, no
    /// UTF-8, or a run where the policy refuses them.
    case refusedByPolicy
}

extension CredentialStorage {
    /// Sets the first PIN of an authenticator without a platform. Where one is set already it is compared with that, as
    /// for a platform: a wrong one costs a try, durably before the answer, and a blocked PIN is not compared. As nobody
    /// enters it, the right one gives no tries of fingers back.
    /// - Parameter pin: UTF-8 in Unicode normalization form C.
    public func provisionPIN(_ pin: borrowing SecretBytes) throws(CredentialStorageError) -> PINProvisioning {
        guard pin.count <= NewPIN.maxSize else { return .refusedByPolicy }
        let padded = pin.withUnsafeBytes { pin in
            SecretBytes(count: NewPIN.paddedSize) { $0.copyBytes(from: pin) }
        }
        let present = try pinState()
        // One that is set stays, whatever has become of the policy since.
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

    /// Compares the PIN that is set with the one that was to be.
    private func provisionSetPIN(with new: borrowing NewPIN) throws(CredentialStorageError) -> PINProvisioning {
        switch try tryPIN({ present in present.constantTimeEquals(new.verifier) }) {
        case .right: .unchanged
        case .wrong(retries: 0): .refusedAsBlocked
        case .wrong(let retries): .refusedForAnother(retries: retries)
        }
    }
}
