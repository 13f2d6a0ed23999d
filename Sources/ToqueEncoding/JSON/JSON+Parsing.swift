/// Why text is not JSON, and where.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The fault, such as `duplicate member "id"`.
    public let reason: String
    /// The byte offset from the start of the input.
    public let offset: Int
    /// Line and column, from 1. The column counts bytes.
    public let line: Int
    public let column: Int

    public var description: String { "line \(line), column \(column): \(reason)" }
}

extension JSON {
    /// Limits that are checked before memory is allocated.
    public struct Limits: Sendable {
        /// The maximum size of the whole text, in bytes.
        public var size: Int
        /// The maximum nesting of arrays and objects.
        public var depth: Int
        public init(size: Int = 1 << 20, depth: Int = 64) {
            self.size = size
            self.depth = depth
        }
    }

    /// Reads one JSON text, strictly: UTF-8 (one leading byte order mark is skipped), no duplicate member names, and
    /// only white space after the value, not even a NUL. Foundation's decoder accepts UTF-16, invalid UTF-8 and
    /// duplicates, and other languages read such texts differently.
    public init(parsing bytes: [UInt8], limits: Limits = Limits()) throws(JSONSyntaxError) {
        self = try bytes.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) in
            var parser = JSONParser(bytes: buffer, limits: limits)
            return try parser.parse()
        }
    }

    /// Reads one JSON text in the same way, with the place of each value in it.
    public static func locating(
        _ bytes: [UInt8], limits: Limits = Limits()
    ) throws(JSONSyntaxError) -> (json: JSON, span: JSONSpan) {
        try bytes.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) in
            var parser = JSONParser(bytes: buffer, limits: limits)
            return try parser.parseLocating()
        }
    }

    public init(parsing text: String, limits: Limits = Limits()) throws(JSONSyntaxError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }
}
