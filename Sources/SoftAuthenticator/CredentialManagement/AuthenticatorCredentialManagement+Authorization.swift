import CTAP

// The steps that come first in every subcommand but those that go on with an enumeration (CTAP 2.1 section 6.8).
extension AuthenticatorCredentialManagement {
    /// For a subcommand with parameters.
    /// - Parameter parameter: what the subcommand cannot do without.
    /// - Returns: the parameter.
    /// - Throws: `puatRequired` without pinUvAuthParam, PIN or not; `missingParameter` without the parameter or the
    ///   protocol; `invalidParameter` for an unknown protocol; `pinAuthInvalid` for a token that may not do this.
    func authorize<Parameter>(
        _ pin: inout PINUVAuthState, requiring parameter: Parameter?
    ) throws(CTAPStatus) -> Parameter {
        try authorize(&pin, requiring: parameter, encodedParameters: encodedParameters ?? [])
    }

    /// For a subcommand without parameters, which is about all RPs: a token that is bound to one will not do.
    /// - Throws: as `authorize` does.
    func authorizeForAllRPs(_ pin: inout PINUVAuthState) throws(CTAPStatus) {
        try authorize(&pin, requiring: (), encodedParameters: [])
        guard pin.permissionsRPID == nil else { throw .pinAuthInvalid }
    }

    private func authorize<Parameter>(
        _ pin: inout PINUVAuthState, requiring parameter: Parameter?, encodedParameters: [UInt8]
    ) throws(CTAPStatus) -> Parameter {
        guard let pinUvAuthParam else { throw .puatRequired }
        guard let parameter else { throw .missingParameter }
        let version = try PINUVAuthState.protocolNumber(pinUvAuthProtocol)
        try pin.authorize(
            version, message: [UInt8(truncatingIfNeeded: subCommand)] + encodedParameters, signature: pinUvAuthParam,
            permission: .credentialManagement)
        return parameter
    }
}
