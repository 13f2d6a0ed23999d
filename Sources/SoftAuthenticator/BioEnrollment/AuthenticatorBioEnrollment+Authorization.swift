import CTAP

// The steps that come first in every subcommand that takes a token (CTAP 2.1 section 6.7).
extension AuthenticatorBioEnrollment {
    /// - Parameter parameter: what the subcommand cannot do without.
    /// - Returns: the parameter.
    /// - Throws: `puatRequired` without pinUvAuthParam, PIN or not; `missingParameter` without the parameter or the
    ///   protocol; `invalidLength` for a friendly name that is too long; `invalidParameter` for an unknown protocol;
    ///   `pinAuthInvalid` for a token that may not do this.
    func authorize<Parameter>(
        _ pin: inout PINUVAuthState, requiring parameter: Parameter?
    ) throws(CTAPStatus) -> Parameter {
        guard let pinUvAuthParam else { throw .puatRequired }
        guard let parameter else { throw .missingParameter }
        guard templateFriendlyName?.utf8.count ?? 0 <= FingerprintSensor.maxFriendlyName else { throw .invalidLength }
        let version = try PINUVAuthState.protocolNumber(pinUvAuthProtocol)
        try pin.authorize(
            version, message: authenticatedMessage, signature: pinUvAuthParam, permission: .bioEnrollment)
        return parameter
    }
}
