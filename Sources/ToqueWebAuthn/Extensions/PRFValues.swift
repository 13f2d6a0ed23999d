import ToqueCrypto

/// Inputs or results of the `prf` extension (section 10.1.4). Inputs can have any length; results have 32 bytes each.
public struct PRFValues: Sendable, Hashable {
    public var first: [UInt8]
    public var second: [UInt8]?

    public init(first: [UInt8], second: [UInt8]? = nil) {
        self.first = first
        self.second = second
    }
}

extension PRFValues {
    /// The hmac-secret salts that a client derives from the inputs (section 10.1.4): one or two of 32 bytes, one after
    /// the other.
    public var salts: [UInt8] {
        [first, second].compactMap { $0 }.flatMap { Digest.hash(.sha256, Array("WebAuthn PRF".utf8), [0], $0) }
    }
}
