import CTAP

/// A platform's proof that it has a pinUvAuthToken: pinUvAuthParam, and the bytes that it covers.
struct PINUVAuthProof {
    let version: PINUVAuthProtocol
    let message: [UInt8]
    let signature: [UInt8]
}

/// A command that a pinUvAuthToken authorizes.
protocol PINUVAuthorizedCommand {
    var pinUvAuthParam: [UInt8]? { get }
    var pinUvAuthProtocol: UInt64? { get }
    /// The bytes that pinUvAuthParam covers.
    var authenticatedMessage: [UInt8] { get }
}

extension AuthenticatorMakeCredential: PINUVAuthorizedCommand {
    var authenticatedMessage: [UInt8] { clientDataHash }
}

extension AuthenticatorGetAssertion: PINUVAuthorizedCommand {
    var authenticatedMessage: [UInt8] { clientDataHash }
}

extension AuthenticatorBioEnrollment: PINUVAuthorizedCommand {}
extension AuthenticatorConfig: PINUVAuthorizedCommand {}
extension AuthenticatorCredentialManagement: PINUVAuthorizedCommand {}
extension AuthenticatorLargeBlobs: PINUVAuthorizedCommand {}

// The common steps in the specification's order: a platform learns first that it needs a token, then which parameter is
// missing, then whether the protocol is known.
extension PINUVAuthorizedCommand {
    /// - Returns: nil without pinUvAuthParam.
    /// - Throws: `missingParameter` without the protocol, `invalidParameter` for an unknown one.
    func proof() throws(CTAPStatus) -> PINUVAuthProof? {
        guard let pinUvAuthParam else { return nil }
        return PINUVAuthProof(
            version: try PINUVAuthState.protocolNumber(pinUvAuthProtocol), message: authenticatedMessage,
            signature: pinUvAuthParam)
    }

    /// - Throws: `puatRequired` without pinUvAuthParam, and the errors of `proof`.
    func requireProof() throws(CTAPStatus) -> PINUVAuthProof {
        guard let proof = try proof() else { throw .puatRequired }
        return proof
    }

    /// - Parameter parameter: the parameter that the subcommand requires.
    /// - Throws: `puatRequired` without pinUvAuthParam, `missingParameter` without the parameter.
    func require<Parameter>(_ parameter: Parameter?) throws(CTAPStatus) -> Parameter {
        guard pinUvAuthParam != nil else { throw .puatRequired }
        guard let parameter else { throw .missingParameter }
        return parameter
    }
}
