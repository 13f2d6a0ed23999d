import ToqueCrypto
import ToqueEncoding
import ToqueFiles

/// Seals and opens the lines of a store.
struct StoreKey: ~Copyable, Sendable {
    private let key: SecretBytes

    private static let associatedData = Array("toque fleet store 1".utf8)

    /// Reads the key, or makes one.
    /// - Parameters:
    ///   - path: of the key's file.
    ///   - store: the store's file, for errors.
    ///   - isNew: true if the store has no lines yet, which another key would have sealed.
    init(at path: String, of store: String, isNew: Bool) throws {
        key = try Self.bytes(at: path, of: store, isNew: isNew)
    }

    private static func bytes(at path: String, of store: String, isNew: Bool) throws -> SecretBytes {
        if var bytes = try PrivateFile.read(path, limit: 2 * AES256GCM.keySize) {
            guard bytes.count == AES256GCM.keySize else { throw FleetStoreError(store, .invalidKey(path)) }
            return SecretBytes(consuming: &bytes)
        }
        guard isNew else { throw FleetStoreError(store, .missingKey(path)) }
        let made = SystemRandom().secret(AES256GCM.keySize)
        var bytes = made.withUnsafeBytes { Array($0) }
        defer { bytes.cleanse() }
        try PrivateFile.replace(path, with: bytes)
        return made
    }

    /// A line with its end. Its length depends on the document's length alone.
    func seal(_ json: JSON) throws -> [UInt8] {
        let nonce = SystemRandom().bytes(AES256GCM.nonceSize)
        let sealed = try AES256GCM.seal(
            SecretBytes(copying: json.utf8), key: key, nonce: nonce, associatedData: Self.associatedData)
        return Array(Base64.encode(nonce + sealed).utf8) + [0x0A]
    }

    /// The document of a line.
    /// - Parameter line: without its end.
    func open(_ line: ArraySlice<UInt8>) throws -> JSON {
        let bytes = Base64.decode(String(decoding: line, as: UTF8.self)) ?? []
        let text = try AES256GCM.open(
            Array(bytes.dropFirst(AES256GCM.nonceSize)), key: key, nonce: Array(bytes.prefix(AES256GCM.nonceSize)),
            associatedData: Self.associatedData)
        return try JSON(parsing: text.withUnsafeBytes { Array($0) })
    }
}
