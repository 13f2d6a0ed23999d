import CTAP

@testable import SoftAuthenticator

extension Device {
    typealias Policy = AuthenticatorConfig.MinPINLength

    /// Sends a subcommand of authenticatorConfig, signed by the token.
    static func config(
        _ subCommand: AuthenticatorConfig.SubCommand, _ policy: Policy = Policy(), token: Token? = nil
    ) -> AuthenticatorConfig {
        var command = AuthenticatorConfig(subCommand, minPINLength: policy, pinUvAuthProtocol: token?.protocolNumber)
        let message =
            [UInt8](repeating: 0xFF, count: 32) + [0x0D, UInt8(subCommand.rawValue)] + (command.encodedParameters ?? [])
        command.pinUvAuthParam = token?.authenticate(message)
        return command
    }

    func configure(
        _ subCommand: AuthenticatorConfig.SubCommand, _ policy: Policy = Policy(), token: Token? = nil
    ) async throws {
        _ = try await send(.config(Self.config(subCommand, policy, token: token)))
    }

    /// Sends setMinPINLength with a new token.
    func setPolicy(_ policy: Policy, pin: String = pin) async throws {
        try await configure(.setMinPINLength, policy, token: try await configToken(pin: pin))
    }

    /// Returns a token with the permission for authenticatorConfig.
    func configToken(pin: String = pin, version: PINUVAuthProtocol = .two) async throws -> Token {
        try await token(.authenticatorConfiguration, rpID: nil, pin: pin, version: version)
    }
}
