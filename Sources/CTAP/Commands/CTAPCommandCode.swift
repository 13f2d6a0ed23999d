/// The byte that a CTAPHID_CBOR request begins with, before its parameters (CTAP 2.3 section 6).
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

    /// The code of a request, whatever follows it.
    /// - Throws: `invalidLength` for an empty request, `invalidCommand` for a code that is not known.
    public init(of request: [UInt8]) throws(CTAPStatus) {
        guard let byte = request.first else { throw .invalidLength }
        guard let code = Self(rawValue: byte) else { throw .invalidCommand }
        self = code
    }
}
