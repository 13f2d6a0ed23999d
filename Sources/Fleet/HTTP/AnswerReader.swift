import NIOCore

/// Reads the answers of a connection, one after the other (RFC 9112). NIO's decoder makes a head with all of its
/// fields, and passes an answer on in three parts or more; that took most of the time of an answer.
struct AnswerReader {
    private enum Part {
        case status, fields
        /// A body with a length, a chunk, or what is left of them.
        case body(Int)
        case chunkSize
        case chunk(Int)
        case chunkEnd, trailers
        /// A body that ends with the connection.
        case rest
    }

    private static let headLimit = 64 << 10

    private var buffer = ByteBuffer()
    private var part = Part.status
    private var answer = FleetAnswer()
    private var length: Int?
    private var isChunked = false
    /// False once an answer has said that the connection ends with it.
    private(set) var isKeptAlive = true

    /// True if bytes are left that belong to no answer yet.
    var hasRest: Bool { buffer.readableBytes > 0 }

    mutating func append(_ bytes: consuming ByteBuffer) {
        if buffer.readableBytes == 0 { buffer = bytes } else { buffer.writeImmutableBuffer(bytes) }
    }

    /// The next answer, if all of it has come.
    mutating func next() throws(ExchangeError) -> FleetAnswer? {
        while true {
            switch part {
            case .status:
                guard let line = try line() else { return nil }
                try readStatus(line)
                part = .fields
            case .fields:
                guard let line = try line() else { return nil }
                guard line.isEmpty else {
                    try readField(line)
                    continue
                }
                // Informational answers come before the one that counts.
                guard answer.status >= 200 else {
                    start()
                    continue
                }
                part = framing
            case .body(let left):
                let taken = try take(left)
                guard taken == left else {
                    part = .body(left - taken)
                    return nil
                }
                return finish()
            case .chunkSize:
                guard let line = try line() else { return nil }
                let size = try Self.chunkSize(line)
                part = size == 0 ? .trailers : .chunk(size)
            case .chunk(let left):
                let taken = try take(left)
                part = taken == left ? .chunkEnd : .chunk(left - taken)
                guard taken == left else { return nil }
            case .chunkEnd:
                guard let line = try line() else { return nil }
                guard line.isEmpty else { throw .unreadable }
                part = .chunkSize
            case .trailers:
                guard let line = try line() else { return nil }
                if line.isEmpty { return finish() }
            case .rest:
                _ = try take(.max)
                return nil
            }
        }
    }

    /// The answer that ends with its connection, if there is one.
    mutating func last() -> FleetAnswer? {
        if case .rest = part { finish() } else { nil }
    }

    private mutating func start() {
        (part, answer, length, isChunked) = (.status, FleetAnswer(), nil, false)
    }

    private mutating func finish() -> FleetAnswer {
        defer { start() }
        return answer
    }

    /// How the body ends (RFC 9112 section 6.3).
    private var framing: Part {
        mutating get {
            if answer.status == 204 || answer.status == 304 { return .body(0) }
            if isChunked { return .chunkSize }
            if let length { return .body(length) }
            isKeptAlive = false
            return .rest
        }
    }

    // MARK: Lines

    /// A line without its end; nil if its end has not come.
    private mutating func line() throws(ExchangeError) -> [UInt8]? {
        let view = buffer.readableBytesView
        guard let end = view.firstIndex(of: UInt8(ascii: "\n")) else {
            guard view.count <= Self.headLimit else { throw .unreadable }
            return nil
        }
        let length = end - view.startIndex
        guard var line = buffer.readBytes(length: length) else { return nil }
        buffer.moveReaderIndex(forwardBy: 1)
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
    }

    /// `HTTP/1.1 200 OK`.
    private mutating func readStatus(_ line: [UInt8]) throws(ExchangeError) {
        let digits = line.dropFirst(9).prefix(3)
        guard line.starts(with: Self.version), line.count > 8, line[8] == 0x20, digits.count == 3,
            let status = digits.decimal, (100...999).contains(status), status != 101
        else { throw .unreadable }
        answer.status = status
        // HTTP/1.0 ends the connection unless a field says otherwise.
        if line[7] == UInt8(ascii: "0") { isKeptAlive = false }
    }

    private mutating func readField(_ line: [UInt8]) throws(ExchangeError) {
        guard answer.fields.count + line.count < Self.headLimit, let field = AnswerField(line[...]) else {
            throw .unreadable
        }
        answer.fields += line
        answer.fields.append(UInt8(ascii: "\n"))
        if field.isNamed(Self.contentLength) {
            guard let value = field.value.decimal, length == nil || length == value else { throw .unreadable }
            guard value <= FleetAnswer.bodyLimit else { throw .tooLarge }
            length = value
        } else if field.isNamed(Self.transferEncoding) {
            // This client asks for no other coding.
            guard field.lists(Self.chunked) else { throw .unreadable }
            isChunked = true
        } else if field.isNamed(Self.connection) {
            if field.lists(Self.close) { isKeptAlive = false }
            if field.lists(Self.keepAlive) { isKeptAlive = true }
        }
    }

    private static let version = Array("HTTP/1.".utf8)
    private static let contentLength = Array("Content-Length".utf8)
    private static let transferEncoding = Array("Transfer-Encoding".utf8)
    private static let connection = Array("Connection".utf8)
    private static let chunked = Array("chunked".utf8)
    private static let close = Array("close".utf8)
    private static let keepAlive = Array("keep-alive".utf8)

    // MARK: Bodies

    /// Moves up to so many bytes into the answer.
    private mutating func take(_ count: Int) throws(ExchangeError) -> Int {
        let taken = min(count, buffer.readableBytes)
        guard answer.body.count + taken <= FleetAnswer.bodyLimit else { throw .tooLarge }
        guard taken > 0, let bytes = buffer.readBytes(length: taken) else { return 0 }
        if answer.body.isEmpty { answer.body = bytes } else { answer.body += bytes }
        return taken
    }

    /// Hexadecimal, perhaps with extensions behind it (RFC 9112 section 7.1).
    private static func chunkSize(_ line: [UInt8]) throws(ExchangeError) -> Int {
        let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
        guard (1...8).contains(digits.count), let size = Int(String(decoding: digits, as: UTF8.self), radix: 16),
            size >= 0, digits.first != UInt8(ascii: "+")
        else { throw .unreadable }
        guard size <= FleetAnswer.bodyLimit else { throw .tooLarge }
        return size
    }
}

extension ExchangeError {
    static let unreadable = ExchangeError("the answer is not HTTP/1.1")
}

extension Collection<UInt8> {
    /// Digits alone as a number of at most 12 digits.
    fileprivate var decimal: Int? {
        guard (1...12).contains(count) else { return nil }
        var number = 0
        for digit in self {
            guard (0x30...0x39).contains(digit) else { return nil }
            number = number * 10 + Int(digit - 0x30)
        }
        return number
    }
}
