import CTAP
import ToqueCrypto

/// Sets the first PIN, or changes it (CTAP 2.3 sections 6.5.5.5 and 6.5.5.6).
struct PINRequest {
    let version: PINUVAuthProtocol
    /// nil if none is set.
    let current: String?
    let new: String

    /// - Returns: false if the key refuses.
    func perform(on key: KeyUnderTest, random: any RandomSource) -> Bool {
        guard let shared = TokenRequest.agree(version, on: key, random: random) else { return false }
        let padded = Array((Array(new.utf8) + [UInt8](repeating: 0, count: 64)).prefix(64))
        guard let encrypted = try? shared.secret.encrypt(SecretBytes(copying: padded), random: random) else {
            return false
        }
        var request = AuthenticatorClientPIN(
            current == nil ? .setPIN : .changePIN, pinUvAuthProtocol: UInt64(version.rawValue),
            keyAgreement: shared.platformKey, newPinEnc: encrypted)
        if let current { request.pinHashEnc = Self.encryptedHash(of: current, shared.secret, random: random) }
        request.pinUvAuthParam = shared.secret.authenticate(encrypted + (request.pinHashEnc ?? []))
        return key.carryOut(.clientPIN(request)) != nil
    }

    static func encryptedHash(
        of pin: String, _ secret: borrowing PINUVAuthSharedSecret, random: any RandomSource
    ) -> [UInt8]? {
        try? secret.encrypt(SecretBytes(copying: Digest.sha256(pin)[..<16]), random: random)
    }
}
