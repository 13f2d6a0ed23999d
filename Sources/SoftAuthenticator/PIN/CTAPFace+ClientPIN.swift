import CTAP
import ToqueWebAuthn

extension CTAPFace {
    /// The permissions whose commands or options this authenticator supports. Both kinds of verification grant all of
    /// them (`uvBioEnroll`, `uvAcfg`).
    private var grantable: PINUVAuthPermissions {
        var permissions = PINUVAuthPermissions.defined
        if !hasSensor { permissions.remove(.bioEnrollment) }
        if engine.profile.largeBlobs != .array { permissions.remove(.largeBlobWrite) }
        return permissions
    }

    /// authenticatorClientPIN (CTAP 2.3 section 6.5.5). Only the fingerprint subcommand asks for a gesture.
    func clientPIN(_ command: AuthenticatorClientPIN, _ context: Context) async throws(CTAPStatus) -> CTAPResponse {
        defer { engine.noteChange() }
        guard let subCommand = AuthenticatorClientPIN.SubCommand(rawValue: command.subCommand) else {
            throw .invalidSubcommand
        }
        switch subCommand {
        case .getPinUvAuthTokenUsingUvWithPermissions:
            guard hasSensor else { throw .invalidSubcommand }
            return .clientPIN(try await tokenByFinger(command, context))
        case .getUVRetries:
            guard hasSensor else { throw .invalidSubcommand }
            return .clientPIN(.init(uvRetries: try settings().uvRetries))
        case .getPINRetries, .getKeyAgreement, .setPIN, .changePIN, .getPinToken,
            .getPinUvAuthTokenUsingPinWithPermissions:
            let response = try state.withLock { (state) throws(CTAPStatus) in
                try state.pin.clientPIN(command, storage: engine.storage, grantable: grantable)
            }
            return .clientPIN(response)
        }
    }

    /// Section 6.5.5.7.3.
    private func tokenByFinger(
        _ command: AuthenticatorClientPIN, _ context: Context
    ) async throws(CTAPStatus) -> AuthenticatorClientPIN.Response {
        guard let key = command.keyAgreement, command.permissions != nil else { throw .missingParameter }
        let version = try PINUVAuthState.protocolNumber(command.pinUvAuthProtocol)
        let permissions = try PINUVAuthState.permissions(of: command, grantable)
        guard try userVerification().isBuiltInConfigured else { throw .notAllowed }
        // A key that is not a point of the curve is refused before a person is asked.
        let secret = try state.withLock { (state) throws(CTAPStatus) in
            try state.pin.sharedSecret(version, with: key)
        }
        // preferredPlatformUvAttempts tells the platform to retry itself.
        let outcome = try await performBuiltInUV(
            GesturePrompt(
                operation: permissions.contains(.makeCredential) ? .register : .authenticate, rpID: command.rpID,
                verification: .fingerprint),
            context, internalRetry: false)
        switch outcome {
        case .verified: break
        case .timedOut: throw .userActionTimeout
        case .declined: throw .operationDenied
        case .failed: throw .uvInvalid
        case .blocked: throw .uvBlocked
        }
        return try state.withLock { (state) throws(CTAPStatus) in
            guard state.powerCycles == context.powerCycles else { throw .keepaliveCancel }
            return .init(
                pinUvAuthToken: try state.pin.issueToken(
                    permissions, rpID: command.rpID, userIsPresent: true, under: secret, engine.storage))
        }
    }
}
