import CTAP
import Testing
import ToqueCrypto

@testable import SoftAuthenticator

extension Device {
    /// A platform's pinUvAuthToken.
    struct Token {
        let version: PINUVAuthProtocol
        let bytes: [UInt8]

        var protocolNumber: UInt64 { UInt64(version.rawValue) }

        func authenticate(_ message: [UInt8]) -> [UInt8] {
            version.authenticate(token: SecretBytes(copying: bytes), message: message)
        }
    }

    /// An exchange with the device's key agreement key.
    func exchange<Result>(
        _ version: PINUVAuthProtocol,
        _ body: (KeyAgreementKey, borrowing PINUVAuthSharedSecret) async throws -> Result
    ) async throws -> Result {
        let answer = try await clientPIN(.init(.getKeyAgreement, pinUvAuthProtocol: UInt64(version.rawValue)))
        let shared = try PINUVAuthSharedSecret.encapsulate(
            to: try #require(answer.keyAgreement), protocol: version, random: SystemRandom())
        return try await body(shared.platformKey, shared.secret)
    }

    func clientPIN(_ command: AuthenticatorClientPIN) async throws -> AuthenticatorClientPIN.Response {
        guard case .clientPIN(let response) = try await send(.clientPIN(command)) else { throw UnexpectedResponse() }
        return response
    }

    func setPIN(_ pin: String = pin, _ version: PINUVAuthProtocol = .two) async throws {
        try await exchange(version) { key, secret in
            let padded = Array(pin.utf8) + [UInt8](repeating: 0, count: 64 - pin.utf8.count)
            let encrypted = try secret.encrypt(SecretBytes(copying: padded), random: SystemRandom())
            _ = try await clientPIN(
                .init(
                    .setPIN, pinUvAuthProtocol: UInt64(version.rawValue), keyAgreement: key,
                    pinUvAuthParam: secret.authenticate(encrypted), newPinEnc: encrypted))
        }
    }

    /// Returns a token from the PIN.
    func token(
        _ permissions: PINUVAuthPermissions = [.makeCredential, .getAssertion], rpID: String? = Sample.rpID,
        pin: String = pin, version: PINUVAuthProtocol = .two
    ) async throws -> Token {
        try await exchange(version) { key, secret in
            let hash = SecretBytes(copying: Digest.sha256(pin)[..<16])
            let answer = try await clientPIN(
                .init(
                    .getPinUvAuthTokenUsingPinWithPermissions, pinUvAuthProtocol: UInt64(version.rawValue),
                    keyAgreement: key, pinHashEnc: try secret.encrypt(hash, random: SystemRandom()),
                    permissions: permissions, rpID: rpID))
            let token = try secret.decrypt(try #require(answer.pinUvAuthToken))
            return Token(version: version, bytes: token.withUnsafeBytes { Array($0) })
        }
    }

    func changePIN(from old: String = pin, to new: String, _ version: PINUVAuthProtocol = .two) async throws {
        try await exchange(version) { key, secret in
            let padded = Array(new.utf8) + [UInt8](repeating: 0, count: 64 - new.utf8.count)
            let encrypted = try secret.encrypt(SecretBytes(copying: padded), random: SystemRandom())
            let hash = try secret.encrypt(SecretBytes(copying: Digest.sha256(old)[..<16]), random: SystemRandom())
            _ = try await clientPIN(
                .init(
                    .changePIN, pinUvAuthProtocol: UInt64(version.rawValue), keyAgreement: key,
                    pinUvAuthParam: secret.authenticate(encrypted + hash), newPinEnc: encrypted, pinHashEnc: hash))
        }
    }
}
