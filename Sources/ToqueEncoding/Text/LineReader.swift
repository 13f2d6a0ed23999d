import Glibc

/// Splits chunks of bytes into lines, and keeps no more of a line than a limit.
public struct LineReader {
    public struct Line: Sendable {
        /// The line number, from 1.
        public let number: Int
        /// The line without the line feed; of a longer line, the first `limit` bytes.
        public internal(set) var bytes: [UInt8] = []
        public internal(set) var isTooLong = false

        /// True if the line is only white space.
        public var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
    }

    private let limit: Int
    private let chunk: () throws -> [UInt8]
    private var buffer: [UInt8] = []
    /// The start of the unread part of the buffer.
    private var start = 0
    /// The first line feed in the unread part of the buffer.
    private var lineFeed: Int?
    private var count = 0
    private var isAtEnd = false

    /// - Parameter chunk: the next bytes of the input; empty at its end.
    public init(limit: Int, chunk: @escaping () throws -> [UInt8]) {
        self.limit = limit
        self.chunk = chunk
    }

    /// True if the next line is available without another chunk.
    public var hasLine: Bool { lineFeed != nil }

    /// The next line; nil at the end of the input.
    public mutating func next() throws -> Line? {
        var line = Line(number: count + 1)
        while true {
            if start == buffer.endIndex, !isAtEnd {
                buffer = try chunk()
                isAtEnd = buffer.isEmpty
                advance(to: 0)
            }
            if isAtEnd {
                guard !line.bytes.isEmpty else { return nil }
                break
            }
            let part = buffer[start..<(lineFeed ?? buffer.endIndex)]
            let room = limit - line.bytes.count
            line.bytes += part.prefix(room)
            line.isTooLong = line.isTooLong || part.count > room
            let isComplete = lineFeed != nil
            advance(to: part.endIndex + (isComplete ? 1 : 0))
            if isComplete { break }
        }
        count += 1
        return line
    }

    /// Finds the next line feed with the C library, which compares many bytes at a time.
    private mutating func advance(to position: Int) {
        start = position
        lineFeed = buffer.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, position < bytes.count,
                let found = memchr(base + position, 0x0A, bytes.count - position)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}
