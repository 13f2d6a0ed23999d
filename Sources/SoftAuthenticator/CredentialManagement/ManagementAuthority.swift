import CTAP

/// The token that has authorized a subcommand of authenticatorCredentialManagement.
enum ManagementAuthority {
    /// - Parameters:
    ///   - generation: tells it from the tokens before and after it.
    ///   - rpID: the only RP that it is good for; nil where that is every one.
    case token(generation: Int, rpID: String?)
    /// The persistent one, which reads alone.
    case persistentToken

    var rpID: String? {
        switch self {
        case .token(_, let rpID): rpID
        case .persistentToken: nil
        }
    }

    /// Whether what it has begun may go on.
    func isAlive(_ pin: borrowing PINUVAuthState) -> Bool {
        switch self {
        case .token(let generation, _): pin.isAlive(tokenGeneration: generation)
        // A change of the PIN and a reset end it, and like every other command they end an enumeration as well.
        case .persistentToken: true
        }
    }
}

// What authorizes a subcommand that reads (CTAP 2.3 section 6.8). Both throw `pinAuthInvalid` for a token that may not
// do this, besides what `requireProof` throws.
extension AuthenticatorCredentialManagement {
    /// For a subcommand that is about all RPs: a token that is bound to one will not do.
    func authorizeReadingAll(
        _ pin: inout PINUVAuthState, _ storage: any CredentialStorage
    ) throws(CTAPStatus) -> ManagementAuthority {
        let authority = try authorizeReading(&pin, storage)
        guard authority.rpID == nil else { throw .pinAuthInvalid }
        return authority
    }

    /// The persistent token will do where the other one does not (`pcmr`).
    func authorizeReading(
        _ pin: inout PINUVAuthState, _ storage: any CredentialStorage
    ) throws(CTAPStatus) -> ManagementAuthority {
        let proof = try requireProof()
        do throws(CTAPStatus) {
            try pin.authorize(proof, permission: .credentialManagement)
            return .token(generation: pin.tokenGeneration, rpID: pin.permissionsRPID)
        } catch {
            guard try pin.isAuthorizedByPersistentToken(proof, storage) else { throw error }
            return .persistentToken
        }
    }
}
