import AsyncHTTPClient
import NIOCore
import ToqueEncoding

/// A client's reader of server-sent events.
struct EventStream {
    struct Event: Hashable {
        var id = ""
        var name = ""
        var data = ""

        var json: JSON { (try? JSON(parsing: data)) ?? .null }
    }

    let contentType: String?
    private var body: HTTPClientResponse.Body.AsyncIterator
    private var buffer = ""

    /// - Parameter lastEventID: The ID of the last event that was read.
    init(_ sandbox: LampSandbox, _ path: String, lastEventID: String? = nil) async throws {
        var request = HTTPClientRequest(url: "\(sandbox.server.url)/_toque/\(path)")
        request.headers.add(name: "Accept", value: "text/event-stream")
        if let lastEventID { request.headers.add(name: "Last-Event-ID", value: lastEventID) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(120))
        contentType = response.headers.first(name: "Content-Type")
        body = response.body.makeAsyncIterator()
    }

    /// The next block of lines; nil at the end of the stream.
    private mutating func block() async throws -> Substring? {
        while true {
            if let end = buffer.firstRange(of: "\n\n") {
                defer { buffer.removeSubrange(..<end.upperBound) }
                return Substring(String(buffer[..<end.lowerBound]))
            }
            guard let bytes = try await body.next() else { return nil }
            buffer += String(buffer: bytes)
        }
    }

    /// The next comment; skips events.
    mutating func nextComment() async throws -> Substring? {
        while let block = try await block() {
            if block.hasPrefix(":") { return block }
        }
        return nil
    }

    /// The next event, nil at the end of the stream; skips comments.
    mutating func next() async throws -> Event? {
        while let block = try await block() {
            if block.hasPrefix(":") { continue }
            var event = Event()
            for line in block.split(separator: "\n") {
                let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
                switch parts.first {
                case "id": event.id = parts[1]
                case "event": event.name = parts[1]
                case "data": event.data = parts[1]
                default: break
                }
            }
            return event
        }
        return nil
    }

    mutating func next(_ count: Int) async throws -> [Event] {
        var events: [Event] = []
        while events.count < count, let event = try await next() { events.append(event) }
        return events
    }
}
