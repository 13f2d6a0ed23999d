import CTAP
import ToqueCrypto

/// What a platform has sent for hmac-secret, opened (CTAP 2.1 section 12.5).
struct HMACSecretExchange: ~Copyable {
    private let secret: PINUVAuthSharedSecret
    /// One or two, of 32 bytes each.
    private let salts: SecretBytes

    /// - Throws: `pinAuthInvalid` for a wrong saltAuth, `invalidParameter` for salts that do not open or are not one or
    ///   two.
    init(_ input: HMACSecretInput, secret: consuming PINUVAuthSharedSecret) throws(CTAPStatus) {
        salts = try Self.openSalts(input, secret)
        self.secret = secret
    }

    private static func openSalts(
        _ input: HMACSecretInput, _ secret: borrowing PINUVAuthSharedSecret
    ) throws(CTAPStatus) -> SecretBytes {
        guard secret.verify(input.saltEnc, signature: input.saltAuth) else { throw .pinAuthInvalid }
        let salts: SecretBytes
        do {
            salts = try secret.decrypt(input.saltEnc)
        } catch {
            throw .invalidParameter
        }
        let count = salts.count
        guard count == HMACSecret.size || count == 2 * HMACSecret.size else {
            throw .invalidParameter
        }
        return salts
    }

    /// The outputs under a credential's seed, encrypted for the platform.
    func outputs(seed: borrowing SecretBytes, random: any RandomSource) throws(CryptoError) -> [UInt8] {
        try secret.encrypt(HMACSecret.outputs(seed: seed, salts: salts), random: random)
    }
}

extension CTAPFace {
    /// Opens the input of hmac-secret or hmac-secret-mc, with the key agreement of authenticatorClientPIN.
    /// - Throws: `invalidParameter` for an unknown protocol or a bad key besides what `HMACSecretExchange` throws.
    func hmacSecretExchange(_ input: HMACSecretInput) throws(CTAPStatus) -> HMACSecretExchange {
        let version = try PINUVAuthState.protocolNumber(input.pinUvAuthProtocol ?? 1)
        return try HMACSecretExchange(
            input,
            secret: state.withLock { (state) throws(CTAPStatus) in
                try state.pin.sharedSecret(version, with: input.keyAgreement)
            })
    }

    /// The outputs for a credential, encrypted for the platform.
    func outputs(
        of exchange: borrowing HMACSecretExchange, for credentialID: [UInt8], userVerified: Bool
    ) throws -> [UInt8] {
        try exchange.outputs(
            seed: engine.wrappingKeys().credRandom(of: credentialID, userVerified: userVerified),
            random: engine.random)
    }
}
