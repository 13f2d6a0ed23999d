import Glibc
import Synchronization
import ToqueCrypto
import ToqueEncoding
import ToqueFiles

/// What devices keep from one run to the next: a file of sealed lines, one for each change of a device. The key is in a
/// file beside it. It holds no private keys: the seed and a registration's options give them again.
///
/// A line is on the disk before its journey's outcomes are reported.
public final class FleetStore: Sendable {
    /// What makes a device again as it was.
    struct Record: Sendable, Hashable {
        var device: Int
        /// The options of the registration whose credential counts; null before any.
        var options: JSON = .null
        /// The ID of that credential; nil in stores of earlier versions.
        var credential: String?
        /// What the target gave.
        var values: [String: JSON] = [:]
        var secretNames: [String] = []
        /// The signature counter.
        var signCount: UInt32 = 0
    }

    private struct State: ~Copyable {
        let file: FileDescriptor
        var length: off_t
        var records: [Int: Record]
    }

    /// The seed of the store's devices.
    public let seed: String
    private let path: String
    private let key: SecretBytes
    private let state: Mutex<State>
    private let disk: GroupedWork

    /// Opens a store, or makes one.
    /// - Parameters:
    ///   - path: the store's file; the key is in `PATH.key`.
    ///   - seed: of a new store; nil for a random one, or for the one that the store has.
    /// - Throws: `FleetStoreError` if the store is in use, has another seed, lacks its key or was changed; errors of the
    ///   system.
    public init(at path: String, seed: String?) throws {
        self.path = path
        let file = try FileDescriptor(path, O_RDWR | O_CREAT)
        try PrivateFile.check(file, path)
        guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else { throw FleetStoreError(path, .inUse) }
        let content = try file.bytes(limit: Int(file.status().st_size))
        key = try Self.key(at: "\(path).key", of: path, isNew: content.isEmpty)
        let lines = try Self.lines(of: content, key, path)
        if let kept = lines.seed, let seed, kept != seed { throw FleetStoreError(path, .otherSeed) }
        self.seed = lines.seed ?? seed ?? Hex.encode(SystemRandom().bytes(32))
        // Closed with the store, whose work this is.
        let number = file.number
        disk = GroupedWork { fdatasync(number) == 0 ? nil : FileError.system(path: path, number: errno) }
        state = Mutex(State(file: file, length: off_t(lines.length), records: lines.records))
        if lines.seed == nil {
            try append(["seed": .string(self.seed)])
            try state.withLock { try $0.file.synchronize() }
        }
    }

    private static func key(at path: String, of store: String, isNew: Bool) throws -> SecretBytes {
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

    // MARK: Records

    func record(of device: Int) -> Record? { state.withLock { $0.records[device] } }

    /// Keeps what makes a device again, unless that is kept already.
    func save(_ record: Record) async throws {
        guard self.record(of: record.device) != record else { return }
        try append(record.json)
        try await disk.perform()
        state.withLock { $0.records[record.device] = record }
    }

    /// Appends a line as a whole, or not at all.
    private func append(_ json: JSON) throws {
        let line = try Self.seal(json.utf8, key)
        try state.withLock { state in
            do {
                guard lseek(state.file.number, state.length, SEEK_SET) >= 0 else {
                    throw FileError.system(path: path, number: errno)
                }
                try state.file.write(line)
            } catch {
                // What a full disk took of the line would spoil the next one.
                _ = ftruncate(state.file.number, state.length)
                throw error
            }
            state.length += off_t(line.count)
        }
    }

    // MARK: Lines

    private static let associatedData = Array("toque fleet store 1".utf8)

    private static func seal(_ text: [UInt8], _ key: borrowing SecretBytes) throws -> [UInt8] {
        let nonce = SystemRandom().bytes(AES256GCM.nonceSize)
        let sealed = try AES256GCM.seal(
            SecretBytes(copying: text), key: key, nonce: nonce, associatedData: associatedData)
        return Array(Base64.encode(nonce + sealed).utf8) + [0x0A]
    }

    private static func lines(
        of content: [UInt8], _ key: borrowing SecretBytes, _ path: String
    ) throws -> (seed: String?, records: [Int: Record], length: Int) {
        // A process that died may have left the beginning of a line.
        let length = content.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        var (seed, records): (String?, [Int: Record]) = (nil, [:])
        for (index, line) in content[..<length].split(separator: 0x0A).enumerated() {
            do {
                let bytes = Base64.decode(String(decoding: line, as: UTF8.self)) ?? []
                let text = try AES256GCM.open(
                    Array(bytes.dropFirst(AES256GCM.nonceSize)), key: key,
                    nonce: Array(bytes.prefix(AES256GCM.nonceSize)), associatedData: associatedData)
                let reader = JSONReader(try JSON(parsing: text.withUnsafeBytes { Array($0) }))
                if index == 0 {
                    seed = try reader.member("seed").string()
                } else {
                    let record = try Record(reader)
                    records[record.device] = record
                }
            } catch {
                throw FleetStoreError(path, .invalidLine(index + 1))
            }
        }
        return (seed, records, length)
    }
}

extension FleetStore.Record {
    fileprivate var json: JSON {
        var kept = JSONObject()
        for name in values.keys.sorted() { kept[name] = values[name] }
        return [
            "device": .int(device), "options": options, "credential": .text(credential), "values": .object(kept),
            "secret_names": .array(secretNames.map(JSON.string)), "sign_count": .int(signCount),
        ]
    }

    fileprivate init(_ reader: JSONReader) throws(JSONMemberError) {
        self.init(
            device: try reader.member("device").int(),
            options: try reader.optional("options")?.value ?? .null,
            credential: try reader.optional("credential")?.string(),
            values: Dictionary(try reader.member("values").object().map { ($0.name, $0.value) }) { $1 },
            secretNames: try reader.member("secret_names").strings(),
            signCount: UInt32(clamping: try reader.member("sign_count").int()))
    }
}
