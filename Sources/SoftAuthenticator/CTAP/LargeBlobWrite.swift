import CTAP

/// A large-blob array of which a platform has begun to write the fragments (CTAP 2.1 section 6.10.2). Nothing of it
/// counts before it is whole.
struct LargeBlobWrite {
    /// Bytes of the whole (expectedLength).
    private let length: Int
    private(set) var bytes: [UInt8] = []
    /// The token that authorized the fragment before; nil where none had to.
    var tokenGeneration: Int?

    /// - Parameter length: as the first fragment's command says.
    /// - Throws: `invalidParameter` for none, or one of less than the shortest array; `largeBlobStorageFull`.
    init(length: UInt64?) throws(CTAPStatus) {
        guard let length else { throw .invalidParameter }
        guard length <= MessageLimits.maxLargeBlobArray else { throw .largeBlobStorageFull }
        guard length >= SerializedLargeBlobArray.minSize else { throw .invalidParameter }
        self.length = Int(length)
    }

    /// expectedNextOffset.
    var nextOffset: Int { bytes.count }

    /// Whether the token that authorized it is good still.
    func isAlive(_ pin: borrowing PINUVAuthState) -> Bool {
        tokenGeneration.map { $0 == pin.tokenGeneration && pin.isTokenAlive } ?? true
    }

    var isComplete: Bool { bytes.count == length }

    /// Takes the next fragment.
    /// - Throws: `invalidParameter` for more than was announced.
    mutating func append(_ fragment: [UInt8]) throws(CTAPStatus) {
        guard fragment.count <= length - bytes.count else { throw .invalidParameter }
        bytes += fragment
    }
}
