/// Cuts chunks of bytes into lines, and keeps no more of a line than a limit.
public struct LineReader {
    public struct Line: Sendable {
        /// From 1.
        public let number: Int
        /// Without the line feed; of a longer line its first `limit` bytes.
        public internal(set) var bytes: [UInt8] = []
        public internal(set) var isTooLong = false

        /// Nothing but white space.
        public var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
    }

    private let limit: Int
    private let chunk: () throws -> [UInt8]
    private var buffer: ArraySlice<UInt8> = []
    private var count = 0
    private var isAtEnd = false

    /// - Parameter chunk: the next bytes of the input; none at its end.
    public init(limit: Int, chunk: @escaping () throws -> [UInt8]) {
        self.limit = limit
        self.chunk = chunk
    }

    /// Whether the next line can be had without another chunk.
    public var hasLine: Bool { buffer.contains(0x0A) }

    /// The next line; nil at the end of the input.
    public mutating func next() throws -> Line? {
        var line = Line(number: count + 1)
        while true {
            if buffer.isEmpty, !isAtEnd {
                buffer = try chunk()[...]
                isAtEnd = buffer.isEmpty
            }
            if isAtEnd {
                guard !line.bytes.isEmpty else { return nil }
                break
            }
            let end = buffer.firstIndex(of: 0x0A) ?? buffer.endIndex
            let part = buffer[..<end]
            let room = limit - line.bytes.count
            line.bytes += part.prefix(room)
            line.isTooLong = line.isTooLong || part.count > room
            let isComplete = end < buffer.endIndex
            buffer = buffer[(isComplete ? end + 1 : end)...]
            if isComplete { break }
        }
        count += 1
        return line
    }
}
