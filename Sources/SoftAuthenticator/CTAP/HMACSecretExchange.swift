import CTAP
import ToqueCrypto

/// A platform's decrypted input for hmac-secret (CTAP 2.3 section 12.7).
final class HMACSecretExchange: Sendable {
    private let secret: PINUVAuthSharedSecret
    /// One or two, of 32 bytes each.
    private let salts: SecretBytes

    /// - Throws: `pinAuthInvalid` for a wrong saltAuth, `invalidParameter` for salts that cannot be decrypted or are
    ///   not one or two.
    init(_ input: HMACSecretInput, secret: consuming PINUVAuthSharedSecret) throws(CTAPStatus) {
        guard secret.verify(input.saltEnc, signature: input.saltAuth) else { throw .pinAuthInvalid }
        do {
            salts = try secret.decrypt(input.saltEnc)
        } catch {
            throw .invalidParameter
        }
        self.secret = secret
        guard [HMACSecret.size, 2 * HMACSecret.size].contains(salts.count) else { throw .invalidParameter }
    }

    /// The outputs under a credential's seed, encrypted for the platform.
    func outputs(seed: borrowing SecretBytes, random: any RandomSource) throws(CryptoError) -> [UInt8] {
        try secret.encrypt(HMACSecret.outputs(seed: seed, salts: salts), random: random)
    }
}

extension CTAPFace {
    /// Opens the input of hmac-secret or hmac-secret-mc, with the key agreement of authenticatorClientPIN.
    /// - Throws: `invalidParameter` for an unknown protocol or a bad key besides what `HMACSecretExchange` throws.
    func hmacSecretInputs(_ input: HMACSecretInput) throws(CTAPStatus) -> HMACSecretInputs {
        let version = try PINUVAuthState.protocolNumber(input.pinUvAuthProtocol ?? 1)
        let secret = try state.withLock { (state) throws(CTAPStatus) in
            try state.pin.sharedSecret(version, with: input.keyAgreement)
        }
        return .platform(try HMACSecretExchange(input, secret: secret))
    }
}
