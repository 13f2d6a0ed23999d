import CLibCrypto

/// Bytes that are secret: they cannot be copied by accident and are overwritten when they go out of scope.
public struct SecretBytes: ~Copyable, @unchecked Sendable {
    // Sendable: the buffer is owned by this value alone, never shared and never changed after init.
    private let buffer: UnsafeMutableRawBufferPointer

    /// `count` bytes that the body fills; they are zero before.
    public init<E: Error>(
        count: Int, filledBy body: (UnsafeMutableRawBufferPointer) throws(E) -> Void
    ) throws(E) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 8)
        buffer.initializeMemory(as: UInt8.self, repeating: 0)
        do {
            try body(buffer)
        } catch {
            OPENSSL_cleanse(buffer.baseAddress, buffer.count)
            buffer.deallocate()
            throw error
        }
        self.buffer = buffer
    }

    /// A copy of bytes that stand in ordinary memory; the caller sees to them.
    public init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// Takes the bytes over and overwrites the array, so that no second copy stays behind. The array must be the only
    /// owner of its bytes, see `cleanse`.
    public init(consuming bytes: inout [UInt8]) {
        self.init(copying: bytes)
        bytes.cleanse()
    }

    deinit {
        OPENSSL_cleanse(buffer.baseAddress, buffer.count)
        buffer.deallocate()
    }

    public var count: Int { buffer.count }

    /// The bytes, for the time of the call.
    public func withUnsafeBytes<Result: ~Copyable, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> Result
    ) throws(E) -> Result {
        try body(UnsafeRawBufferPointer(buffer))
    }

    /// An explicit copy, for one more owner.
    public func duplicate() -> SecretBytes { withUnsafeBytes { SecretBytes(copying: $0) } }

    /// True where both hold the same bytes; the time taken depends on the length alone.
    public func constantTimeEquals(_ other: borrowing SecretBytes) -> Bool {
        count == other.count
            && other.withUnsafeBytes { CRYPTO_memcmp(buffer.baseAddress, $0.baseAddress, buffer.count) == 0 }
    }
}

extension [UInt8] {
    /// Overwrites the bytes with zeros in a way that the optimizer keeps. Copies of the array are values of their own
    /// and keep theirs.
    public mutating func cleanse() {
        withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    }

    /// True where both hold the same bytes; the time taken depends on the length alone.
    public func constantTimeEquals(_ other: [UInt8]) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBytes { left in
            other.withUnsafeBytes { CRYPTO_memcmp(left.baseAddress, $0.baseAddress, left.count) == 0 }
        }
    }
}
