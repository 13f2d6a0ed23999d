import CTAP
import ToqueCrypto

/// A platform's way to a pinUvAuthToken (CTAP 2.3 section 6.5.5.7).
struct TokenRequest {
    let version: PINUVAuthProtocol
    let way: KeyCode.Way
    let permissions: PINUVAuthPermissions
    let rpID: String?
    let pin: String

    /// The permissions of the resulting token (sections 6.5.5.7.1 and 6.5.5.7.2).
    var granted: PINUVAuthPermissions { way == .legacy ? [.makeCredential, .getAssertion] : permissions.granted }

    /// - Returns: nil if the key refuses.
    func perform(on key: KeyUnderTest, random: any RandomSource, at time: Duration) -> IssuedToken? {
        guard let shared = Self.agree(version, on: key, random: random) else { return nil }
        let subCommand: AuthenticatorClientPIN.SubCommand =
            switch way {
            case .pin, .wrongPIN: .getPinUvAuthTokenUsingPinWithPermissions
            case .fingerprint: .getPinUvAuthTokenUsingUvWithPermissions
            case .legacy: .getPinToken
            }
        var request = AuthenticatorClientPIN(
            subCommand, pinUvAuthProtocol: UInt64(version.rawValue), keyAgreement: shared.platformKey)
        if way != .fingerprint {
            request.pinHashEnc = PINRequest.encryptedHash(
                of: way == .wrongPIN ? pin + "?" : pin, shared.secret, random: random)
        }
        if way != .legacy { (request.permissions, request.rpID) = (permissions, rpID) }
        guard case .clientPIN(let response)? = key.carryOut(.clientPIN(request)),
            let token = try? shared.secret.decrypt(response.pinUvAuthToken ?? [])
        else { return nil }
        require(token.count == 32, "a token has 32 bytes")
        return IssuedToken(self, token, at: time)
    }

    /// The shared secret of key and platform; nil if the key agreement fails.
    static func agree(
        _ version: PINUVAuthProtocol, on key: KeyUnderTest, random: any RandomSource
    ) -> PINUVAuthSharedSecret.Encapsulation? {
        let request = AuthenticatorClientPIN(.getKeyAgreement, pinUvAuthProtocol: UInt64(version.rawValue))
        guard case .clientPIN(let response)? = key.carryOut(.clientPIN(request)), let publicKey = response.keyAgreement
        else { return nil }
        return try? PINUVAuthSharedSecret.encapsulate(to: publicKey, protocol: version, random: random)
    }

    /// The input of hmac-secret with as many of the platform's salts as fit.
    static func encryptedSalts(
        _ input: HMACSecretInput, on key: KeyUnderTest, random: any RandomSource
    ) -> HMACSecretInput? {
        let version = PINUVAuthProtocol(rawValue: UInt8(clamping: input.pinUvAuthProtocol ?? 1)) ?? .one
        let salts = SecretBytes(copying: [UInt8](repeating: 5, count: input.saltEnc.count > 48 ? 64 : 32))
        guard let shared = agree(version, on: key, random: random),
            let encrypted = try? shared.secret.encrypt(salts, random: random)
        else { return nil }
        return HMACSecretInput(
            keyAgreement: shared.platformKey, saltEnc: encrypted, saltAuth: shared.secret.authenticate(encrypted),
            pinUvAuthProtocol: input.pinUvAuthProtocol)
    }
}
