import Synchronization
import ToqueCrypto
import ToqueEncoding

/// The lines of a store: the seed's, and the last one of each device, with those that the file has not yet.
final class StoreLines: Sendable {
    private struct Line {
        let record: FleetStore.Record
        /// In bytes, with its end.
        let length: Int
    }

    private struct Content {
        var lines: [Int: Line] = [:]
        /// The length of all lines that count, the seed's too.
        var length = 0
        /// Sealed lines for the next `write`, by device.
        var waiting: [Int: [UInt8]] = [:]
        /// Those of the `write` that is running.
        var writing: [Int: [UInt8]] = [:]

        mutating func keep(_ line: Line) {
            let replaced = lines.updateValue(line, forKey: line.record.device)
            length += line.length - (replaced?.length ?? 0)
        }
    }

    let seed: String
    private let key: StoreKey
    private let slack: Int
    private let content: Mutex<Content>
    /// What `write` alone uses, so that no user's thread waits for the disk.
    private let output: Mutex<Output>

    private struct Output: ~Copyable {
        var file: StoreFile
        /// How many bytes replaced lines may have beyond those that count.
        var slack: Int
    }

    init(at path: String, seed: String?, slack: Int) throws {
        var file = try StoreFile(path)
        let bytes = try file.content()
        key = try StoreKey(at: "\(path).key", of: path, isNew: bytes.isEmpty)
        let found = try Self.content(of: bytes, key, path)
        if let kept = found.seed, let seed, kept != seed { throw FleetStoreError(path, .otherSeed) }
        self.seed = found.seed ?? seed ?? Hex.encode(SystemRandom().bytes(32))
        var content = found.content
        file.length = found.length
        if found.seed == nil {
            let line = try key.seal(Self.json(ofSeed: self.seed))
            try file.append(line)
            content.length = line.count
        }
        self.slack = slack
        self.content = Mutex(content)
        output = Mutex(Output(file: file, slack: slack))
    }

    private static func content(
        of bytes: [UInt8], _ key: borrowing StoreKey, _ path: String
    ) throws -> (seed: String?, content: Content, length: Int) {
        // A process that died may have left the beginning of a line.
        let length = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        var (seed, content): (String?, Content) = (nil, Content())
        for (index, line) in bytes[..<length].split(separator: 0x0A).enumerated() {
            do {
                let reader = JSONReader(try key.open(line))
                if index == 0 {
                    seed = try reader.member("seed").string()
                    content.length += line.count + 1
                } else {
                    content.keep(Line(record: try FleetStore.Record(reader), length: line.count + 1))
                }
            } catch {
                throw FleetStoreError(path, .invalidLine(index + 1))
            }
        }
        return (seed, content, length)
    }

    private static func json(ofSeed seed: String) -> JSON { ["seed": .string(seed)] }

    func record(of device: Int) -> FleetStore.Record? { content.withLock { $0.lines[device]?.record } }

    /// Takes a record for the next `write`, in place of an earlier one of its device.
    /// - Returns: false if the file has the record already.
    func add(_ record: FleetStore.Record) throws -> Bool {
        let device = record.device
        let isWritten = content.withLock { content in
            content.waiting[device] == nil && content.writing[device] == nil && content.lines[device]?.record == record
        }
        guard !isWritten else { return false }
        let line = try key.seal(record.json)
        content.withLock { content in
            content.keep(Line(record: record, length: line.count))
            content.waiting[device] = line
        }
        return true
    }

    /// Writes the lines that wait, and makes them durable. If that fails, they wait for the next time.
    /// - Returns: why it failed; nil for a success.
    func write() -> (any Error)? {
        let (lines, live) = content.withLock { content in
            (content.writing, content.waiting) = (content.waiting, [:])
            return (Array(content.writing.values.joined()), content.length)
        }
        // An earlier time has written the caller's line.
        guard !lines.isEmpty else { return nil }
        do {
            try output.withLock { output in
                // What a new file would not have.
                let replaced = output.file.length + lines.count - live
                guard replaced > live + output.slack else { return try output.file.append(lines) }
                do {
                    try output.file.replace(with: all())
                    output.slack = slack
                } catch {
                    // There may be no room for a second file. The next attempt waits until there is more to gain.
                    output.slack = replaced
                    try output.file.append(lines)
                }
            }
            content.withLock { $0.writing = [:] }
            return nil
        } catch {
            content.withLock { content in
                content.waiting.merge(content.writing) { newer, _ in newer }
                content.writing = [:]
            }
            return error
        }
    }

    /// All lines that count.
    private func all() throws -> [UInt8] {
        let (records, length) = content.withLock { content in (content.lines.values.map(\.record), content.length) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length)
        bytes += try key.seal(Self.json(ofSeed: seed))
        for record in records { bytes += try key.seal(record.json) }
        return bytes
    }
}
