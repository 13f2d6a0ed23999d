import CTAP
import ToqueCrypto

/// authenticatorClientPIN, 0x06 (CTAP 2.3 section 6.5.5). The steps follow the specification's order: each wrong input
/// gets the status of the first step that it fails.
extension PINUVAuthState {
    private typealias Command = AuthenticatorClientPIN
    private typealias Response = AuthenticatorClientPIN.Response

    /// Executes a subcommand that awaits no gesture. Its changes are durable on return.
    /// - Parameter grantable: the permissions whose commands this authenticator supports.
    /// - Throws: the specification's status; `other` if storage fails.
    mutating func clientPIN(
        _ command: AuthenticatorClientPIN, storage: any CredentialStorage, grantable: PINUVAuthPermissions
    ) throws(CTAPStatus) -> AuthenticatorClientPIN.Response {
        switch AuthenticatorClientPIN.SubCommand(rawValue: command.subCommand) {
        case .getPINRetries: return try getPINRetries(storage)
        case .getKeyAgreement: return try getKeyAgreement(command)
        case .setPIN: return try setPIN(command, storage)
        case .changePIN: return try changePIN(command, storage)
        case .getPinToken: return try getPinToken(command, storage)
        case .getPinUvAuthTokenUsingPinWithPermissions:
            return try getTokenWithPermissions(command, storage, grantable)
        // The sensor's subcommands are handled elsewhere.
        case .getPinUvAuthTokenUsingUvWithPermissions, .getUVRetries, nil: throw .invalidSubcommand
        }
    }

    /// Section 6.5.5.2.
    private func getPINRetries(_ storage: any CredentialStorage) throws(CTAPStatus) -> Response {
        let pin = try answeringFaults { try storage.pinState() }
        return .init(pinRetries: pin?.retries ?? PINState.maxRetries, powerCycleState: needsPowerCycle)
    }

    /// Section 6.5.5.4.
    private mutating func getKeyAgreement(_ command: Command) throws(CTAPStatus) -> Response {
        .init(keyAgreement: try publicKey(Self.protocolNumber(command.pinUvAuthProtocol)))
    }

    /// Section 6.5.5.5.
    private mutating func setPIN(_ command: Command, _ storage: any CredentialStorage) throws(CTAPStatus) -> Response {
        guard let key = command.keyAgreement, let newPinEnc = command.newPinEnc, let param = command.pinUvAuthParam
        else { throw .missingParameter }
        let version = try Self.protocolNumber(command.pinUvAuthProtocol)
        let isSet = try answeringFaults { try storage.pinState() != nil }
        guard !isSet else { throw .pinAuthInvalid }
        let secret = try sharedSecret(version, with: key)
        guard secret.verify(newPinEnc, signature: param) else { throw .pinAuthInvalid }
        try keep(newPinEnc, secret, storage)
        return .init()
    }

    /// Section 6.5.5.6.
    private mutating func changePIN(
        _ command: Command, _ storage: any CredentialStorage
    ) throws(CTAPStatus) -> Response {
        guard let key = command.keyAgreement, let pinHashEnc = command.pinHashEnc, let newPinEnc = command.newPinEnc,
            let param = command.pinUvAuthParam
        else { throw .missingParameter }
        let version = try Self.protocolNumber(command.pinUvAuthProtocol)
        try requireUsablePIN(storage)
        let secret = try sharedSecret(version, with: key)
        guard secret.verify(newPinEnc + pinHashEnc, signature: param) else { throw .pinAuthInvalid }
        try comparePIN(pinHashEnc, secret, storage)
        let mustChange = try answeringFaults { try storage.settings().forcePINChange }
        try keep(newPinEnc, secret, storage, replacing: mustChange)
        resetTokens()
        return .init()
    }

    /// Section 6.5.5.7.1, used by CTAP 2.0 platforms.
    private mutating func getPinToken(
        _ command: Command, _ storage: any CredentialStorage
    ) throws(CTAPStatus) -> Response {
        guard let key = command.keyAgreement, let pinHashEnc = command.pinHashEnc else { throw .missingParameter }
        let version = try Self.protocolNumber(command.pinUvAuthProtocol)
        guard command.permissions == nil, command.rpID == nil else { throw .invalidParameter }
        return try exchange(
            pinHashEnc, version, key, for: [.makeCredential, .getAssertion], rpID: nil, storage,
            ifPINMustChange: .pinInvalid)
    }

    /// Section 6.5.5.7.2.
    private mutating func getTokenWithPermissions(
        _ command: Command, _ storage: any CredentialStorage, _ grantable: PINUVAuthPermissions
    ) throws(CTAPStatus) -> Response {
        guard let key = command.keyAgreement, let pinHashEnc = command.pinHashEnc, command.permissions != nil else {
            throw .missingParameter
        }
        let version = try Self.protocolNumber(command.pinUvAuthProtocol)
        let permissions = try Self.permissions(of: command, grantable)
        return try exchange(
            pinHashEnc, version, key, for: permissions, rpID: command.rpID, storage,
            ifPINMustChange: .pinPolicyViolation)
    }

    /// The permissions that a subcommand grants (sections 6.5.5.7.2 and 6.5.5.7.3).
    /// - Throws: `invalidParameter` for none, `unauthorizedPermission` for one that this authenticator does not grant,
    ///   `missingParameter` if a required RP ID is missing.
    static func permissions(
        of command: AuthenticatorClientPIN, _ grantable: PINUVAuthPermissions
    ) throws(CTAPStatus) -> PINUVAuthPermissions {
        guard let requested = command.permissions else { throw .missingParameter }
        guard !requested.isEmpty else { throw .invalidParameter }
        // Undefined bits are ignored.
        let permissions = requested.intersection(.defined)
        guard grantable.isSuperset(of: permissions) else { throw .unauthorizedPermission }
        // The persistent token's permission cannot be combined with others.
        let persistent: PINUVAuthPermissions = .persistentCredentialManagementReadOnly
        guard !permissions.contains(persistent) || permissions == persistent else { throw .unauthorizedPermission }
        let needsRPID = !permissions.isDisjoint(with: [.makeCredential, .getAssertion])
        guard command.rpID != nil || !needsRPID else { throw .missingParameter }
        return permissions
    }

    /// Exchanges a PIN for a token.
    private mutating func exchange(
        _ pinHashEnc: [UInt8], _ version: PINUVAuthProtocol, _ key: KeyAgreementKey,
        for permissions: PINUVAuthPermissions, rpID: String?, _ storage: any CredentialStorage,
        ifPINMustChange mustChange: CTAPStatus
    ) throws(CTAPStatus) -> Response {
        try requireUsablePIN(storage)
        let secret = try sharedSecret(version, with: key)
        try comparePIN(pinHashEnc, secret, storage)
        if try answeringFaults({ try storage.settings().forcePINChange }) { throw mustChange }
        return .init(
            pinUvAuthToken: try issueToken(
                permissions, rpID: rpID, userIsPresent: false, under: secret, storage))
    }

    // MARK: Steps that subcommands share

    /// - Throws: `pinNotSet`, `pinBlocked` or `pinAuthBlocked` if no PIN can be right.
    private func requireUsablePIN(_ storage: any CredentialStorage) throws(CTAPStatus) {
        let pin = try answeringFaults { try storage.pinState() }
        guard let pin else { throw .pinNotSet }
        guard pin.retries > 0 else { throw .pinBlocked }
        guard !needsPowerCycle else { throw .pinAuthBlocked }
    }

    /// Compares a PIN with the one that is set.
    /// - Throws: `pinInvalid`, `pinAuthBlocked` or `pinBlocked` if it is wrong, depending on the remaining tries.
    private mutating func comparePIN(
        _ pinHashEnc: [UInt8], _ secret: borrowing PINUVAuthSharedSecret, _ storage: any CredentialStorage
    ) throws(CTAPStatus) {
        let result = try answeringFaults {
            try storage.tryPIN { verifier in Self.isRight(pinHashEnc, secret, verifier) }
        }
        switch result {
        case .right:
            try answeringFaults { try Self.restoreUVRetries(storage) }
            recordMatch()
        case .wrong(let retries):
            recordMismatch(secret.version)
            throw retries == 0 ? .pinBlocked : needsPowerCycle ? .pinAuthBlocked : .pinInvalid
        }
    }

    /// The PIN was entered: fingers get all their tries back.
    private static func restoreUVRetries(_ storage: any CredentialStorage) throws(CredentialStorageError) {
        let settings = try storage.settings()
        guard settings.uvRetries != AuthenticatorSettings.maxUVRetries || settings.uvCountSinceLastPINEntry != 0 else {
            return
        }
        try storage.updateSettings { settings in
            settings.uvRetries = AuthenticatorSettings.maxUVRetries
            settings.uvCountSinceLastPINEntry = 0
        }
    }

    private static func isRight(
        _ pinHashEnc: [UInt8], _ secret: borrowing PINUVAuthSharedSecret, _ verifier: borrowing SecretBytes
    ) -> Bool {
        do {
            return try secret.decrypt(pinHashEnc).constantTimeEquals(verifier)
        } catch {
            return false
        }
    }

    /// Stores a PIN that a platform has chosen.
    /// - Parameter replacing: true if it must differ from the current one.
    private func keep(
        _ newPinEnc: [UInt8], _ secret: borrowing PINUVAuthSharedSecret, _ storage: any CredentialStorage,
        replacing: Bool = false
    ) throws(CTAPStatus) {
        let padded: SecretBytes
        do {
            padded = try secret.decrypt(newPinEnc)
        } catch {
            throw .pinAuthInvalid
        }
        let settings = try answeringFaults { try storage.settings() }
        let pin = try NewPIN(unpadding: padded, policy: settings)
        if replacing, let present = try answeringFaults({ try storage.pinVerifier() }),
            present.constantTimeEquals(pin.verifier)
        {
            throw .pinPolicyViolation
        }
        try answeringFaults {
            try storage.setPIN(verifier: pin.verifier, codePoints: pin.codePoints)
        }
    }
}
