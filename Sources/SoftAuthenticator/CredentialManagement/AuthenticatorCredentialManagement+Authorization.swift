import CTAP

// The steps that come first in every subcommand but those that go on with an enumeration (CTAP 2.1 section 6.8). All of
// them throw `puatRequired` without pinUvAuthParam, PIN or not; `missingParameter` without the parameter or the protocol;
// `invalidParameter` for an unknown protocol; `pinAuthInvalid` for a token that may not do this.
extension AuthenticatorCredentialManagement {
    /// For a subcommand that changes a credential.
    /// - Parameter parameter: what the subcommand cannot do without.
    /// - Returns: the parameter.
    func authorizeChange<Parameter>(
        _ pin: inout PINUVAuthState, requiring parameter: Parameter?
    ) throws(CTAPStatus) -> Parameter {
        let (parameter, proof) = try proof(requiring: parameter)
        try pin.authorize(
            proof.version, message: proof.message, signature: proof.signature, permission: .credentialManagement)
        return parameter
    }

    /// For a subcommand that reads and has a parameter.
    func authorizeReading<Parameter>(
        _ pin: inout PINUVAuthState, _ storage: any CredentialStorage, requiring parameter: Parameter?
    ) throws(CTAPStatus) -> (parameter: Parameter, authority: ManagementAuthority) {
        let (parameter, proof) = try proof(requiring: parameter)
        return (parameter, try authorizeReading(&pin, storage, proof))
    }

    /// For a subcommand that reads and has no parameters. It is about all RPs: a token that is bound to one will not do.
    func authorizeReadingAll(
        _ pin: inout PINUVAuthState, _ storage: any CredentialStorage
    ) throws(CTAPStatus) -> ManagementAuthority {
        let authority = try authorizeReading(&pin, storage, proof(requiring: ()).proof)
        guard authority.rpID == nil else { throw .pinAuthInvalid }
        return authority
    }

    /// The persistent token will do where the other one does not (`pcmr`, CTAP 2.2).
    private func authorizeReading(
        _ pin: inout PINUVAuthState, _ storage: any CredentialStorage, _ proof: Proof
    ) throws(CTAPStatus) -> ManagementAuthority {
        do throws(CTAPStatus) {
            try pin.authorize(
                proof.version, message: proof.message, signature: proof.signature, permission: .credentialManagement)
            return .token(generation: pin.tokenGeneration, rpID: pin.permissionsRPID)
        } catch {
            let isPersistent = try pin.isAuthorizedByPersistentToken(
                proof.version, message: proof.message, signature: proof.signature, storage)
            guard isPersistent else { throw error }
            return .persistentToken
        }
    }

    /// What a platform shows to have a token by.
    private struct Proof {
        let version: PINUVAuthProtocol
        let message: [UInt8]
        let signature: [UInt8]
    }

    private func proof<Parameter>(
        requiring parameter: Parameter?
    ) throws(CTAPStatus) -> (parameter: Parameter, proof: Proof) {
        guard let pinUvAuthParam else { throw .puatRequired }
        guard let parameter else { throw .missingParameter }
        let proof = Proof(
            version: try PINUVAuthState.protocolNumber(pinUvAuthProtocol), message: authenticatedMessage,
            signature: pinUvAuthParam)
        return (parameter, proof)
    }
}
