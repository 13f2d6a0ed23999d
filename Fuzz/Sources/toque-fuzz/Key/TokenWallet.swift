import CTAP
import SoftAuthenticator

/// The platform's latest tokens, including ended ones, to detect a key that accepts those.
struct TokenWallet {
    private static let capacity = KeyCode.Preparation.tokenNumbers - 1

    /// Newest first.
    private var tokens: [IssuedToken] = []

    mutating func add(_ token: IssuedToken) { tokens = [token] + tokens.prefix(Self.capacity - 1) }

    /// - Parameter number: 0 is the newest token that the platform considers valid, 1 the newest whatever its state, 2
    ///   the one before, and so on.
    func token(_ number: Int) -> IssuedToken? {
        number == 0 ? tokens.first { !$0.hasEnded } : tokens.prefix(number).last
    }

    /// Ends all except the persistent one (CTAP 2.3 section 6.5.2.1).
    func powerCycle() { end(by: "a power cycle") }

    /// Updates the tokens after a command of the key.
    func note(_ command: CTAPCommand, _ response: CTAPResponse, _ storage: MemoryCredentialStore) {
        switch (command, response) {
        case (.makeCredential, _): tokens.forEach { $0.endCeremony() }
        case (.getAssertion(let command), _) where command.options.up != false: tokens.forEach { $0.endCeremony() }
        case (.clientPIN(let command), .clientPIN(let response)):
            switch AuthenticatorClientPIN.SubCommand(rawValue: command.subCommand) {
            case .setPIN, .changePIN: end(by: "another PIN was set", persistentToo: true)
            default:
                let isPersistent = command.permissions?.granted == .persistentCredentialManagementReadOnly
                if response.pinUvAuthToken != nil, !isPersistent { end(by: "another one was given") }
            }
        // Section 6.11.4: the PIN behind these tokens must be changed.
        case (.config(let command), _)
        where command.subCommand == AuthenticatorConfig.SubCommand.setMinPINLength.rawValue
            && storage.settings().forcePINChange:
            end(by: "the PIN has to be changed")
        case (.reset, _): end(by: "a reset", persistentToo: true)
        default: break
        }
    }

    private func end(by event: String, persistentToo: Bool = false) {
        for token in tokens where persistentToo || !token.isPersistent { token.end(by: event) }
    }
}

extension PINUVAuthPermissions {
    /// The permissions that a key grants for these: it ignores undefined bits (section 6.5.5.7.2).
    var granted: PINUVAuthPermissions { intersection(.defined) }
}
