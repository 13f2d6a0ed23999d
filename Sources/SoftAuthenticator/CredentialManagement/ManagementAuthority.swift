import CTAP

/// The token that authorized a subcommand of authenticatorCredentialManagement.
enum ManagementAuthority {
    /// - Parameters:
    ///   - generation: distinguishes it from other tokens.
    ///   - rpID: the only RP that may use it; nil for every RP.
    case token(generation: Int, rpID: String?)
    /// The persistent one, which only reads.
    case persistentToken

    var rpID: String? {
        switch self {
        case .token(_, let rpID): rpID
        case .persistentToken: nil
        }
    }

    /// True if the work that it began may continue.
    func isAlive(_ pin: borrowing PINUVAuthState) -> Bool {
        switch self {
        case .token(let generation, _): pin.isAlive(tokenGeneration: generation)
        // A change of the PIN and a reset end it, and like every other command they also end an enumeration.
        case .persistentToken: true
        }
    }
}

// Authorizes a subcommand that reads (CTAP 2.3 section 6.8). Both throw `pinAuthInvalid` for a token without the
// permission, besides the errors of `requireProof`.
extension AuthenticatorCredentialManagement {
    /// For a subcommand about all RPs: a token bound to one is not accepted.
    func authorizeReadingAll(
        _ pin: inout PINUVAuthState, _ storage: any CredentialStorage
    ) throws(CTAPStatus) -> ManagementAuthority {
        let authority = try authorizeReading(&pin, storage)
        guard authority.rpID == nil else { throw .pinAuthInvalid }
        return authority
    }

    /// The persistent token is accepted if the other one is not (`pcmr`).
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
