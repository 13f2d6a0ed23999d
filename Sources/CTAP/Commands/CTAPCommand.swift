import ToqueCBOR

/// A platform's request to an authenticator: the first byte of a CTAPHID_CBOR request and its parameters (CTAP 2.3
/// section 6).
public enum CTAPCommand: Sendable, Hashable {
    case makeCredential(AuthenticatorMakeCredential)
    case getAssertion(AuthenticatorGetAssertion)
    case getInfo
    case clientPIN(AuthenticatorClientPIN)
    case reset
    case getNextAssertion
    /// 0x0A, and the prototype's 0x41.
    case credentialManagement(AuthenticatorCredentialManagement)
    case selection
    /// 0x09, and the prototype's 0x40.
    case bioEnrollment(AuthenticatorBioEnrollment)
    case largeBlobs(AuthenticatorLargeBlobs)
    case config(AuthenticatorConfig)
}

extension CTAPCommand {
    public var code: CTAPCommandCode {
        switch self {
        case .makeCredential: .makeCredential
        case .getAssertion: .getAssertion
        case .getInfo: .getInfo
        case .clientPIN: .clientPIN
        case .reset: .reset
        case .getNextAssertion: .getNextAssertion
        case .credentialManagement(let command):
            command.isPrototype ? .credentialManagementPrototype : .credentialManagement
        case .selection: .selection
        case .bioEnrollment(let command): command.isPrototype ? .bioEnrollmentPrototype : .bioEnrollment
        case .largeBlobs: .largeBlobs
        case .config: .config
        }
    }
}

// MARK: - Coding

extension CTAPCommand {
    /// Reads a CTAPHID_CBOR request.
    /// - Throws: `invalidLength` for an empty request, `invalidCommand` for an unknown command, and the errors of
    ///   `init(_:parameters:)`.
    public init(decoding request: [UInt8]) throws(CTAPStatus) {
        try self.init(try CTAPCommandCode(of: request), parameters: request.dropFirst())
    }

    /// Reads the bytes after a request's code.
    /// - Throws: `invalidCBOR` for parameters that are not one item in canonical form with at most four levels,
    ///   `cborUnexpectedType` for a parameter of another type, `missingParameter` for a missing one.
    public init(_ code: CTAPCommandCode, parameters: ArraySlice<UInt8>) throws(CTAPStatus) {
        // Without any parameters, the error names the first missing one.
        let item = try CBOR(message: parameters) ?? .map(CBORMap())
        func read<Command: CTAPStructure>() throws(CTAPStatus) -> Command { try Command.read(item) }
        switch code {
        case .makeCredential: self = .makeCredential(try read())
        case .getAssertion: self = .getAssertion(try read())
        case .clientPIN: self = .clientPIN(try read())
        case .credentialManagement, .credentialManagementPrototype:
            var command: AuthenticatorCredentialManagement = try read()
            command.isPrototype = code == .credentialManagementPrototype
            self = .credentialManagement(command)
        case .bioEnrollment, .bioEnrollmentPrototype:
            var command: AuthenticatorBioEnrollment = try read()
            command.isPrototype = code == .bioEnrollmentPrototype
            self = .bioEnrollment(command)
        case .largeBlobs: self = .largeBlobs(try read())
        case .config: self = .config(try read())
        // No parameters: a platform may send an item anyway, and unknown data is ignored (section 8).
        case .getInfo: self = .getInfo
        case .reset: self = .reset
        case .getNextAssertion: self = .getNextAssertion
        case .selection: self = .selection
        }
    }

    /// The CTAPHID_CBOR request.
    public var encoded: [UInt8] { [code.rawValue] + (parameters.map { CBOR.map($0).encoded } ?? []) }

    private var parameters: CBORMap? {
        switch self {
        case .makeCredential(let command): command.map
        case .getAssertion(let command): command.map
        case .clientPIN(let command): command.map
        case .credentialManagement(let command): command.map
        case .bioEnrollment(let command): command.map
        case .largeBlobs(let command): command.map
        case .config(let command): command.map
        case .getInfo, .reset, .getNextAssertion, .selection: nil
        }
    }
}

/// The first byte of a CTAPHID_CBOR request (CTAP 2.3 section 6).
public enum CTAPCommandCode: UInt8, Sendable, Hashable, CaseIterable {
    case makeCredential = 0x01
    case getAssertion = 0x02
    case getInfo = 0x04
    case clientPIN = 0x06
    case reset = 0x07
    case getNextAssertion = 0x08
    case bioEnrollment = 0x09
    case credentialManagement = 0x0A
    case selection = 0x0B
    case largeBlobs = 0x0C
    case config = 0x0D
    case bioEnrollmentPrototype = 0x40
    case credentialManagementPrototype = 0x41

    /// The code of a request, whatever follows.
    /// - Throws: `invalidLength` for an empty request, `invalidCommand` for an unknown code.
    public init(of request: [UInt8]) throws(CTAPStatus) {
        guard let byte = request.first else { throw .invalidLength }
        guard let code = Self(rawValue: byte) else { throw .invalidCommand }
        self = code
    }

    /// The specification's name for the command.
    package var name: String { shape.name }
    /// The members of a request; empty for a command without parameters.
    package var parameters: [CTAPMapKey] { shape.parameters?.keys ?? [] }
    /// The members of a response.
    package var response: [CTAPMapKey] { shape.response?.keys ?? [] }

    private typealias Structure = any CTAPStructure.Type

    private var shape: (name: String, parameters: Structure?, response: Structure?) {
        switch self {
        case .makeCredential:
            (
                "authenticatorMakeCredential", AuthenticatorMakeCredential.self,
                AuthenticatorMakeCredential.Response.self
            )
        case .getAssertion:
            ("authenticatorGetAssertion", AuthenticatorGetAssertion.self, AuthenticatorGetAssertion.Response.self)
        case .getInfo: ("authenticatorGetInfo", nil, AuthenticatorGetInfo.self)
        case .clientPIN: ("authenticatorClientPIN", AuthenticatorClientPIN.self, AuthenticatorClientPIN.Response.self)
        case .reset: ("authenticatorReset", nil, nil)
        case .getNextAssertion: ("authenticatorGetNextAssertion", nil, AuthenticatorGetAssertion.Response.self)
        case .bioEnrollment, .bioEnrollmentPrototype:
            ("authenticatorBioEnrollment", AuthenticatorBioEnrollment.self, AuthenticatorBioEnrollment.Response.self)
        case .credentialManagement, .credentialManagementPrototype:
            (
                "authenticatorCredentialManagement", AuthenticatorCredentialManagement.self,
                AuthenticatorCredentialManagement.Response.self
            )
        case .selection: ("authenticatorSelection", nil, nil)
        case .largeBlobs:
            ("authenticatorLargeBlobs", AuthenticatorLargeBlobs.self, AuthenticatorLargeBlobs.Response.self)
        case .config: ("authenticatorConfig", AuthenticatorConfig.self, nil)
        }
    }
}
