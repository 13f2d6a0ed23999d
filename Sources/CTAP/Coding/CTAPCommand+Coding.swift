import ToqueCBOR

extension CTAPCommand {
    /// Reads a CTAPHID_CBOR request.
    /// - Throws: `invalidLength` where it is empty, `invalidCommand` for a command that is not known, and what
    ///   `init(_:parameters:)` throws.
    public init(decoding request: [UInt8]) throws(CTAPStatus) {
        try self.init(try CTAPCommandCode(of: request), parameters: request.dropFirst())
    }

    /// Reads what follows a request's code.
    /// - Throws: `invalidCBOR` for parameters that are not one item in canonical form with at most four levels,
    ///   `cborUnexpectedType` for a parameter of another type, `missingParameter` where one is missing.
    public init(_ code: CTAPCommandCode, parameters: ArraySlice<UInt8>) throws(CTAPStatus) {
        switch code {
        case .makeCredential: self = .makeCredential(try AuthenticatorMakeCredential(try Self.map(parameters)))
        case .getAssertion: self = .getAssertion(try AuthenticatorGetAssertion(try Self.map(parameters)))
        case .clientPIN: self = .clientPIN(try AuthenticatorClientPIN(try Self.map(parameters)))
        case .credentialManagement, .credentialManagementPrototype:
            self = .credentialManagement(
                try AuthenticatorCredentialManagement(
                    try Self.map(parameters), isPrototype: code == .credentialManagementPrototype))
        case .bioEnrollment, .bioEnrollmentPrototype:
            self = .bioEnrollment(
                try AuthenticatorBioEnrollment(
                    try Self.map(parameters), isPrototype: code == .bioEnrollmentPrototype))
        case .largeBlobs: self = .largeBlobs(try AuthenticatorLargeBlobs(try Self.map(parameters)))
        case .config: self = .config(try AuthenticatorConfig(try Self.map(parameters)))
        case .getInfo: self = try Self.bare(.getInfo, parameters)
        case .reset: self = try Self.bare(.reset, parameters)
        case .getNextAssertion: self = try Self.bare(.getNextAssertion, parameters)
        case .selection: self = try Self.bare(.selection, parameters)
        }
    }

    /// A command that has no parameters; a platform may send an item all the same, and what is unknown is ignored
    /// (section 8).
    private static func bare(
        _ command: CTAPCommand, _ parameters: ArraySlice<UInt8>
    ) throws(CTAPStatus) -> CTAPCommand {
        if !parameters.isEmpty { _ = try item(parameters) }
        return command
    }

    private static func map(_ parameters: ArraySlice<UInt8>) throws(CTAPStatus) -> CTAPMap {
        // No parameters at all: what is missing first is what is said.
        try CTAPMap(parameters.isEmpty ? .map(CBORMap()) : try item(parameters))
    }

    private static func item(_ bytes: ArraySlice<UInt8>) throws(CTAPStatus) -> CBOR {
        do throws(CBORError) {
            return try CBOR(decoding: Array(bytes), rules: .ctap2)
        } catch {
            throw .invalidCBOR
        }
    }

    /// The CTAPHID_CBOR request.
    public var encoded: [UInt8] { [code.rawValue] + (parameters?.encoded ?? []) }

    private var parameters: CBOR? {
        switch self {
        case .makeCredential(let command): command.cbor
        case .getAssertion(let command): command.cbor
        case .clientPIN(let command): command.cbor
        case .credentialManagement(let command): command.cbor
        case .bioEnrollment(let command): command.cbor
        case .largeBlobs(let command): command.cbor
        case .config(let command): command.cbor
        case .getInfo, .reset, .getNextAssertion, .selection: nil
        }
    }
}
