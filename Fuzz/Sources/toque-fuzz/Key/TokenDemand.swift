import CTAP
import SoftAuthenticator
import ToqueCrypto

/// The required properties of a token, without which a command must fail.
struct TokenDemand {
    /// The object of a command, to which a token may be bound.
    enum Scope {
        /// No RP.
        case key
        case allRPs
        /// The RP ID with this hash; the command binds the token to it.
        case ceremony([UInt8])
        /// nil for an unknown credential.
        case credentials([UInt8]?)
    }

    /// One of these is enough.
    let permissions: PINUVAuthPermissions
    let scope: Scope
    /// False if the person can be verified in another way, or need not be.
    let isTokenNeeded: Bool

    private init(_ permissions: PINUVAuthPermissions, _ scope: Scope, isTokenNeeded: Bool = true) {
        (self.permissions, self.scope, self.isTokenNeeded) = (permissions, scope, isTokenNeeded)
    }

    /// - Parameters:
    ///   - storage: the state before the command.
    ///   - known: the known credentials.
    /// - Returns: nil if the key ignores tokens for the command.
    init?(_ command: CTAPCommand, _ storage: MemoryCredentialStore, _ known: [KnownCredential]) {
        let isAlwaysUv = storage.settings().alwaysUv
        switch command {
        // Sections 6.1.2 and 6.2.2: without a PIN and a finger, a token has no meaning.
        case .makeCredential(let command) where storage.isProtected:
            self.init(.makeCredential, .ceremony(Digest.sha256(command.rp.id ?? "")), isTokenNeeded: false)
        case .getAssertion(let command) where storage.isProtected:
            self.init(.getAssertion, .ceremony(Digest.sha256(command.rpID)), isTokenNeeded: false)
        case .credentialManagement(let command): self.init(command, known)
        case .bioEnrollment(let command): self.init(command)
        // Section 6.10.2.
        case .largeBlobs(let command) where command.set != nil && (storage.isProtected || isAlwaysUv):
            self.init(.largeBlobWrite, .key)
        // Section 6.11: without a way to get a token, anybody can switch alwaysUv off.
        case .config(let command)
        where storage.isProtected
            || isAlwaysUv && command.subCommand != AuthenticatorConfig.SubCommand.toggleAlwaysUv.rawValue:
            self.init(.authenticatorConfiguration, .key)
        default: return nil
        }
    }

    /// Section 6.8, with or without a PIN. The subcommands that continue an enumeration have no pinUvAuthParam.
    private init?(_ command: AuthenticatorCredentialManagement, _ known: [KnownCredential]) {
        let reading: PINUVAuthPermissions = [.credentialManagement, .persistentCredentialManagementReadOnly]
        switch AuthenticatorCredentialManagement.SubCommand(rawValue: command.subCommand) {
        case .getCredsMetadata, .enumerateRPsBegin: self.init(reading, .allRPs)
        case .enumerateCredentialsBegin: self.init(reading, .credentials(command.rpIDHash))
        case .deleteCredential, .updateUserInformation:
            let credential = known.first { $0.id == command.credentialID?.id }
            self.init(.credentialManagement, .credentials(credential?.rpIDHash))
        case .enumerateRPsGetNextRP, .enumerateCredentialsGetNextCredential, nil: return nil
        }
    }

    /// Section 6.7, with or without a PIN.
    private init?(_ command: AuthenticatorBioEnrollment) {
        switch command.subCommand.flatMap(AuthenticatorBioEnrollment.SubCommand.init) {
        case _ where command.getModality == true: return nil
        case .cancelCurrentEnrollment, .getFingerprintSensorInfo, nil: return nil
        case .enrollBegin, .enrollCaptureNextSample, .enumerateEnrollments, .setFriendlyName, .removeEnrollment:
            self.init(.bioEnrollment, .key)
        }
    }

    /// The key has executed the command.
    /// - Parameter token: the token of pinUvAuthParam.
    func check(_ token: IssuedToken?, at time: Duration) {
        require(token != nil || !isTokenNeeded, "what takes a token is done without one")
        token?.use(for: self, at: time)
    }
}

extension MemoryCredentialStore {
    /// "Protected by some form of user verification" (CTAP 2.3 section 6.1.2).
    var isProtected: Bool { pinState() != nil || !fingerprints().isEmpty }
}
