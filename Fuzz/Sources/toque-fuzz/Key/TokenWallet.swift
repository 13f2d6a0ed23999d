import CTAP
import SoftAuthenticator

/// The tokens that a platform was given last, ended ones too: a key that takes one of those is to be found.
struct TokenWallet {
    private static let capacity = KeyCode.Preparation.tokenNumbers - 1

    /// The newest comes first.
    private var tokens: [IssuedToken] = []

    mutating func add(_ token: IssuedToken) { tokens = [token] + tokens.prefix(Self.capacity - 1) }

    /// - Parameter number: 0 is the newest that a platform believes in, 1 the newest whatever became of it, 2 the one
    ///   before, and so on to the last one.
    func token(_ number: Int) -> IssuedToken? {
        number == 0 ? tokens.first { !$0.hasEnded } : tokens.prefix(number).last
    }

    /// All but the persistent one end (CTAP 2.3 section 6.5.2.1).
    func powerCycle() { end(by: "a power cycle") }

    /// Notes what became of them by what the key has done.
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
        // Section 6.11.4: whoever has one gave a PIN for it that will not do any more.
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
    /// What a key gives that is asked for these: it passes over bits that nobody has defined (section 6.5.5.7.2).
    var granted: PINUVAuthPermissions { intersection(.defined) }
}
