import ToqueCBOR

extension CTAPCommand {
    /// The bytes before the parameters (CTAP 2.1 section 6).
    private enum Code {
        static let makeCredential: UInt8 = 0x01
        static let getAssertion: UInt8 = 0x02
        static let getInfo: UInt8 = 0x04
        static let clientPIN: UInt8 = 0x06
        static let reset: UInt8 = 0x07
        static let getNextAssertion: UInt8 = 0x08
        static let bioEnrollment: UInt8 = 0x09
        static let credentialManagement: UInt8 = 0x0A
        static let selection: UInt8 = 0x0B
        static let largeBlobs: UInt8 = 0x0C
        static let config: UInt8 = 0x0D
        static let bioEnrollmentPrototype: UInt8 = 0x40
        static let credentialManagementPrototype: UInt8 = 0x41
    }

    /// Reads a CTAPHID_CBOR request.
    /// - Throws: `invalidLength` where it is empty, `invalidCommand` for a command that is not known, `invalidCBOR` for
    ///   parameters that are not one item in canonical form with at most four levels, `cborUnexpectedType` for a
    ///   parameter of another type, `missingParameter` where one is missing.
    public init(decoding message: [UInt8]) throws(CTAPStatus) {
        guard let code = message.first else { throw .invalidLength }
        let parameters = message[1...]
        switch code {
        case Code.makeCredential: self = .makeCredential(try AuthenticatorMakeCredential(try Self.map(parameters)))
        case Code.getAssertion: self = .getAssertion(try AuthenticatorGetAssertion(try Self.map(parameters)))
        case Code.clientPIN: self = .clientPIN(try AuthenticatorClientPIN(try Self.map(parameters)))
        case Code.credentialManagement, Code.credentialManagementPrototype:
            self = .credentialManagement(
                try AuthenticatorCredentialManagement(
                    try Self.map(parameters), isPrototype: code == Code.credentialManagementPrototype))
        case Code.bioEnrollment, Code.bioEnrollmentPrototype:
            self = .bioEnrollment(
                try AuthenticatorBioEnrollment(
                    try Self.map(parameters), isPrototype: code == Code.bioEnrollmentPrototype))
        case Code.largeBlobs: self = .largeBlobs(try AuthenticatorLargeBlobs(try Self.map(parameters)))
        case Code.config: self = .config(try AuthenticatorConfig(try Self.map(parameters)))
        case Code.getInfo: self = try Self.bare(.getInfo, parameters)
        case Code.reset: self = try Self.bare(.reset, parameters)
        case Code.getNextAssertion: self = try Self.bare(.getNextAssertion, parameters)
        case Code.selection: self = try Self.bare(.selection, parameters)
        default: throw .invalidCommand
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
    public var encoded: [UInt8] {
        switch self {
        case .makeCredential(let command): [Code.makeCredential] + command.cbor.encoded
        case .getAssertion(let command): [Code.getAssertion] + command.cbor.encoded
        case .getInfo: [Code.getInfo]
        case .clientPIN(let command): [Code.clientPIN] + command.cbor.encoded
        case .reset: [Code.reset]
        case .getNextAssertion: [Code.getNextAssertion]
        case .credentialManagement(let command):
            [command.isPrototype ? Code.credentialManagementPrototype : Code.credentialManagement]
                + command.cbor.encoded
        case .selection: [Code.selection]
        case .bioEnrollment(let command):
            [command.isPrototype ? Code.bioEnrollmentPrototype : Code.bioEnrollment] + command.cbor.encoded
        case .largeBlobs(let command): [Code.largeBlobs] + command.cbor.encoded
        case .config(let command): [Code.config] + command.cbor.encoded
        }
    }
}
