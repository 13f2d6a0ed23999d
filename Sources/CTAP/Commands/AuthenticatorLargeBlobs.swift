/// authenticatorLargeBlobs, 0x0C (CTAP 2.1 section 6.10): the serialized large-blob array, read and written in
/// fragments. What the numbers must be is the handler's to check.
public struct AuthenticatorLargeBlobs: Sendable, Hashable {
    /// How many bytes to read.
    public var get: UInt64?
    /// A fragment to write.
    public var set: [UInt8]?
    public var offset: UInt64?
    /// Bytes of the whole array, in the first fragment that is written.
    public var length: UInt64?
    public var pinUvAuthParam: [UInt8]?
    /// As it was sent.
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

    public struct Response: Sendable, Hashable {
        /// The fragment that was asked for (`config`).
        public var fragment: [UInt8]

        public init(fragment: [UInt8]) { self.fragment = fragment }
    }
}
