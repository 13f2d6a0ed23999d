/// One event of a stream (WHATWG HTML section 9.2).
struct ServerSentEvent: Sendable, Hashable {
    /// The id with which a reconnecting client continues after it; nil if no event had one.
    var id: String?
    var type = "message"
    var data: String
}

/// Splits a stream of bytes into events as they arrive (WHATWG HTML section 9.2.6).
struct ServerSentEventParser {
    /// The maximum size of an event in bytes.
    private static let limit = 4 << 20

    private var line: [UInt8] = []
    private var size = 0
    private var endsWithCarriageReturn = false
    private var lastID: String?
    private var type = ""
    private var data: [String] = []

    /// The events completed by these bytes.
    /// - Throws: status 3 if one exceeds the limit.
    mutating func events(in bytes: some Sequence<UInt8>) throws(CommandError) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            let isSecondHalf = endsWithCarriageReturn && byte == UInt8(ascii: "\n")
            endsWithCarriageReturn = byte == UInt8(ascii: "\r")
            guard !isSecondHalf else { continue }
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
                line.append(byte)
                size += 1
                guard size <= Self.limit else {
                    throw CommandError(.unreadableAnswer, "the server's event is larger than \(Self.limit) bytes")
                }
                continue
            }
            if let event = endLine() { events.append(event) }
        }
        return events
    }

    private mutating func endLine() -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        if line.isEmpty { return dispatch() }
        // A line that starts with a colon is a comment, which keeps the connection alive.
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count > 1 ? parts[1] : []
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        let text = String(decoding: value, as: UTF8.self)
        switch String(decoding: parts[0], as: UTF8.self) {
        case "id": lastID = text
        case "event": type = text
        case "data": data.append(text)
        default: break
        }
        return nil
    }

    private mutating func dispatch() -> ServerSentEvent? {
        defer {
            type = ""
            data = []
            size = 0
        }
        guard !data.isEmpty else { return nil }
        return ServerSentEvent(
            id: lastID, type: type.isEmpty ? "message" : type, data: data.joined(separator: "\n"))
    }
}
