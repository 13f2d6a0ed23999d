import CLibCrypto

/// Secret bytes: they cannot be copied by accident and are overwritten when they go out of scope.
public struct SecretBytes: ~Copyable, @unchecked Sendable {
    // Sendable: only this value owns the buffer, which is never shared and never changed after init.
    private let buffer: UnsafeMutableRawBufferPointer

    /// Creates `count` bytes, zero until the body fills them.
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

    /// Copies bytes from ordinary memory, which the caller must overwrite.
    public init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// Takes over the bytes and overwrites the array, so that no second copy remains. The array must be the only owner
    /// of its bytes: see `cleanse`.
    public init(consuming bytes: inout [UInt8]) {
        self.init(copying: bytes)
        bytes.cleanse()
    }

    deinit {
        OPENSSL_cleanse(buffer.baseAddress, buffer.count)
        buffer.deallocate()
    }

    public var count: Int { buffer.count }

    /// Lends the bytes for the duration of the call.
    public func withUnsafeBytes<Result: ~Copyable, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> Result
    ) throws(E) -> Result {
        try body(UnsafeRawBufferPointer(buffer))
    }

    /// An explicit copy, for another owner.
    public func duplicate() -> SecretBytes { withUnsafeBytes { SecretBytes(copying: $0) } }

    /// True if both hold the same bytes. The time taken depends on the length alone.
    public func constantTimeEquals(_ other: borrowing SecretBytes) -> Bool {
        count == other.count
            && other.withUnsafeBytes { CRYPTO_memcmp(buffer.baseAddress, $0.baseAddress, buffer.count) == 0 }
    }
}

extension [UInt8] {
    /// Overwrites the bytes with zeros in a way that the optimizer keeps. Copies of the array are separate values and
    /// keep their bytes.
    public mutating func cleanse() {
        withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    }

    /// True if both hold the same bytes. The time taken depends on the length alone.
    public func constantTimeEquals(_ other: [UInt8]) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBytes { left in
            other.withUnsafeBytes { CRYPTO_memcmp(left.baseAddress, $0.baseAddress, left.count) == 0 }
        }
    }
}
