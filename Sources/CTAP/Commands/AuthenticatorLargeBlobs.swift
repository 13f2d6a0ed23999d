import ToqueCrypto

/// authenticatorLargeBlobs, 0x0C (CTAP 2.3 section 6.10): reads and writes the serialized large-blob array in
/// fragments. The handler checks the numbers.
public struct AuthenticatorLargeBlobs: Sendable, Hashable {
    /// The number of bytes to read.
    public var get: UInt64?
    /// A fragment to write.
    public var set: [UInt8]?
    public var offset: UInt64?
    /// The size of the whole array in bytes; sent with the first written fragment.
    public var length: UInt64?
    public var pinUvAuthParam: [UInt8]?
    /// The value as received.
    public var pinUvAuthProtocol: UInt64?

    public init(
        get: UInt64? = nil, set: [UInt8]? = nil, offset: UInt64?, length: UInt64? = nil,
        pinUvAuthParam: [UInt8]? = nil, pinUvAuthProtocol: UInt64? = nil
    ) {
        self.get = get
        self.set = set
        self.offset = offset
        self.length = length
        self.pinUvAuthParam = pinUvAuthParam
        self.pinUvAuthProtocol = pinUvAuthProtocol
    }

    /// The bytes that pinUvAuthParam of a written fragment covers (section 6.10.2).
    public var authenticatedMessage: [UInt8] {
        let offset = offset ?? 0
        // The byte of this command and that of writing are between them.
        return [UInt8](repeating: 0xFF, count: 32) + [0x0C, 0x00]
            + (0..<4).map { UInt8(truncatingIfNeeded: offset >> (8 * $0)) } + Digest.sha256(set ?? [])
    }

    public struct Response: Sendable, Hashable {
        /// The requested fragment (`config`).
        public var fragment: [UInt8]

        public init(fragment: [UInt8]) { self.fragment = fragment }
    }
}

extension AuthenticatorLargeBlobs: CTAPStructure {
    static let blank = Self(offset: nil)

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.optional(1, named: "get", &get)
        try coder.optional(2, named: "set", &set)
        try coder.optional(3, named: "offset", &offset)
        try coder.optional(4, named: "length", &length)
        try coder.optional(5, named: "pinUvAuthParam", &pinUvAuthParam)
        try coder.optional(6, named: "pinUvAuthProtocol", &pinUvAuthProtocol)
    }
}

extension AuthenticatorLargeBlobs.Response: CTAPStructure {
    static let blank = Self(fragment: [])

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.required(1, named: "config", &fragment)
    }
}
