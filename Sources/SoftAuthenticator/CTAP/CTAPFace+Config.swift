import CTAP

extension CTAPFace {
    /// The supported subcommands of authenticatorConfig (`authenticatorConfigCommands`).
    var configCommands: [AuthenticatorConfig.SubCommand] {
        let capable: [AuthenticatorConfig.SubCommand] = engine.enterprise == nil ? [] : [.enableEnterpriseAttestation]
        return capable + [.toggleAlwaysUv, .setMinPINLength, .enableLongTouchForReset]
    }

    /// authenticatorConfig (CTAP 2.3 section 6.11), which asks for no touch.
    func config(_ command: AuthenticatorConfig) throws(CTAPStatus) -> CTAPResponse {
        guard let number = command.subCommand else { throw .missingParameter }
        guard let subCommand = AuthenticatorConfig.SubCommand(rawValue: number), configCommands.contains(subCommand)
        else { throw .invalidSubcommand }
        defer { engine.noteChange() }
        try state.withLock { (state) throws(CTAPStatus) in
            if try needsToken(for: subCommand) {
                try state.pin.authorize(command.requireProof(), permission: .authenticatorConfiguration)
            }
            switch subCommand {
            case .enableEnterpriseAttestation: try update { $0.enterpriseAttestation = true }
            // makeCredUvNotRqd changes with it.
            case .toggleAlwaysUv: try update { $0.alwaysUv.toggle() }
            case .setMinPINLength: try setMinPINLength(command.minPINLength, &state.pin)
            case .enableLongTouchForReset: try update { $0.longTouchForReset = true }
            case .vendorPrototype: throw .invalidSubcommand
            }
        }
        return .empty
    }

    /// A device that cannot verify its user accepts commands from everybody, because no token can be issued. With
    /// alwaysUv, that applies only to switching it off, which would otherwise be impossible.
    private func needsToken(for subCommand: AuthenticatorConfig.SubCommand) throws(CTAPStatus) -> Bool {
        let isAlwaysUv = try settings().alwaysUv
        return try userVerification().isProtected || isAlwaysUv && subCommand != .toggleAlwaysUv
    }

    private func update(_ change: (inout AuthenticatorSettings) -> Void) throws(CTAPStatus) {
        try answeringFaults { try engine.storage.updateSettings(change) }
    }

    /// Section 6.11.4.
    private func setMinPINLength(
        _ policy: AuthenticatorConfig.MinPINLength, _ pin: inout PINUVAuthState
    ) throws(CTAPStatus) {
        let pinState = try answeringFaults { try engine.storage.pinState() }
        let result = try answeringFaults {
            try engine.storage.updateSettings { settings in
                Result { () throws(CTAPStatus) in
                    try settings.apply(policy, pin: pinState)
                    return settings.forcePINChange
                }
            }
        }
        // Platforms' tokens were issued for a PIN that is no longer valid.
        if try result.get() { pin.resetTokens() }
    }
}
