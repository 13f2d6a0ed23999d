import ToqueCBOR

extension CTAPResponse {
    /// What follows the status byte; empty where nothing does.
    public var encoded: [UInt8] {
        switch self {
        case .makeCredential(let response): response.cbor.encoded
        case .getAssertion(let response): response.cbor.encoded
        case .getInfo(let info): info.encoded
        case .clientPIN(let response): response.cbor?.encoded ?? []
        case .credentialManagement(let response): response.cbor?.encoded ?? []
        case .bioEnrollment(let response): response.cbor?.encoded ?? []
        case .largeBlobs(let response): response.cbor.encoded
        case .empty: []
        }
    }

    /// Reads an answer to a command, for platforms.
    /// - Parameter message: status byte and what follows it.
    /// - Throws: the status where it is not OK, `other` for one that is not known; what makes the answer unreadable.
    public init(decoding message: [UInt8], for command: CTAPCommand) throws(CTAPStatus) {
        guard let first = message.first else { throw .invalidLength }
        guard first == CTAPStatus.ok.rawValue else { throw CTAPStatus(rawValue: first) ?? .other }
        let map = try Self.map(message[1...])
        switch command {
        case .makeCredential: self = .makeCredential(try AuthenticatorMakeCredential.Response(map))
        case .getAssertion, .getNextAssertion: self = .getAssertion(try AuthenticatorGetAssertion.Response(map))
        case .getInfo: self = .getInfo(try AuthenticatorGetInfo(map))
        case .clientPIN: self = .clientPIN(try AuthenticatorClientPIN.Response(map))
        case .credentialManagement:
            self = .credentialManagement(try AuthenticatorCredentialManagement.Response(map))
        case .bioEnrollment: self = .bioEnrollment(try AuthenticatorBioEnrollment.Response(map))
        case .largeBlobs(let command):
            self = command.get == nil ? .empty : .largeBlobs(try AuthenticatorLargeBlobs.Response(map))
        case .reset, .selection, .config: self = .empty
        }
    }

    private static func map(_ body: ArraySlice<UInt8>) throws(CTAPStatus) -> CTAPMap {
        guard !body.isEmpty else { return try CTAPMap(.map(CBORMap())) }
        let item: CBOR
        do throws(CBORError) {
            item = try CBOR(decoding: Array(body), rules: .ctap2)
        } catch {
            throw .invalidCBOR
        }
        return try CTAPMap(item)
    }
}
