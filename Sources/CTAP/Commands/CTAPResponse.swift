import ToqueCBOR

/// An authenticator's response with status OK.
public enum CTAPResponse: Sendable, Hashable {
    case makeCredential(AuthenticatorMakeCredential.Response)
    /// For authenticatorGetAssertion and authenticatorGetNextAssertion.
    case getAssertion(AuthenticatorGetAssertion.Response)
    case getInfo(AuthenticatorGetInfo)
    case clientPIN(AuthenticatorClientPIN.Response)
    case credentialManagement(AuthenticatorCredentialManagement.Response)
    case bioEnrollment(AuthenticatorBioEnrollment.Response)
    case largeBlobs(AuthenticatorLargeBlobs.Response)
    /// Only the status.
    case empty
}

extension CTAPResponse {
    /// The bytes after the status byte, if any.
    public var encoded: [UInt8] {
        if case .getInfo(let info) = self { return info.encoded }
        guard let map, !map.isEmpty else { return [] }
        return CBOR.map(map).encoded
    }

    private var map: CBORMap? {
        switch self {
        case .makeCredential(let response): response.map
        case .getAssertion(let response): response.map
        case .getInfo(let info): info.map
        case .clientPIN(let response): response.map
        case .credentialManagement(let response): response.map
        case .bioEnrollment(let response): response.map
        case .largeBlobs(let response): response.map
        case .empty: nil
        }
    }

    /// Reads a response to a command, for platforms.
    /// - Parameter message: the status byte and the bytes after it.
    /// - Throws: the status if it is not OK, `other` for an unknown one; or the reason why the response is unreadable.
    public init(decoding message: [UInt8], for command: CTAPCommand) throws(CTAPStatus) {
        guard let first = message.first else { throw .invalidLength }
        guard first == CTAPStatus.ok.rawValue else { throw CTAPStatus(rawValue: first) ?? .other }
        let map = try CBORMap.read(try CBOR(message: message[1...]) ?? .map(CBORMap()))
        switch command {
        case .makeCredential: self = .makeCredential(try .init(map))
        case .getAssertion, .getNextAssertion: self = .getAssertion(try .init(map))
        case .getInfo: self = .getInfo(try .init(map))
        case .clientPIN: self = .clientPIN(try .init(map))
        case .credentialManagement: self = .credentialManagement(try .init(map))
        case .bioEnrollment: self = .bioEnrollment(try .init(map))
        case .largeBlobs(let command): self = command.get == nil ? .empty : .largeBlobs(try .init(map))
        case .reset, .selection, .config: self = .empty
        }
    }
}
