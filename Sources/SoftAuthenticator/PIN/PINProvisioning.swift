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
    /// No platform could set it (CTAP 2.1 section 6.5.1): fewer code points than the minimum, more than 63 bytes, no
    /// UTF-8, or a run where the policy refuses them.
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
        let present = try pinVerifier()
        // One that is set stays, whatever has become of the policy since.
        let policy = present == nil ? try settings() : AuthenticatorSettings()
        let new: NewPIN
        do throws(CTAPStatus) {
            new = try NewPIN(unpadding: padded, policy: policy)
        } catch {
            return .refusedByPolicy
        }
        if let present {
            return present.constantTimeEquals(new.verifier) ? .unchanged : .refusedForAnother
        }
        try setPIN(verifier: new.verifier, codePoints: new.codePoints)
        return .set
    }
}
