import APIClient
import Dispatch
import Glibc
import Synchronization
import Testing
import ToqueEncoding

@testable import Fleet

/// An HTTP server on a free port that keeps its connections, and records the requests of each.
final class LocalServer: Sendable {
    struct Request: Sendable {
        /// The number of its connection, from 1.
        let connection: Int
        /// Method and path.
        let line: String
        let body: [UInt8]
    }

    enum Reaction: Sendable {
        case answer(Int, JSON)
        /// Ends the connection without an answer.
        case end
        /// Ends the connection behind an answer that does not say so.
        case answerAndEnd(Int, JSON)
    }

    let url: ServerURL
    /// Has a value for each connection that the client closed after the server had ended it.
    let ends: AsyncStream<Void>
    private let ender: AsyncStream<Void>.Continuation
    private let listener: Int32
    private let react: @Sendable (Request) -> Reaction
    private let received = Mutex<[Request]>([])

    var requests: [Request] { received.withLock { $0 } }

    /// - Parameter react: called on the thread of the request's connection.
    init(_ react: @escaping @Sendable (Request) -> Reaction) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0 && listen(listener, 64) == 0
            }
        }
        try #require(isListening)
        url = try #require(ServerURL("http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"))
        (ends, ender) = AsyncStream<Void>.makeStream()
        self.listener = listener
        self.react = react
        DispatchQueue(label: "local-server").async { [self] in
            var count = 0
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                count += 1
                let number = count
                DispatchQueue(label: "local-server-\(number)").async { [self] in serve(connection, number) }
            }
        }
    }

    deinit { close(listener) }

    /// Accepts no further connections.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func serve(_ connection: Int32, _ number: Int) {
        defer { close(connection) }
        var waiting: [UInt8] = []
        while let (line, body) = Self.request(connection, &waiting) {
            let request = Request(connection: number, line: line, body: body)
            received.withLock { $0.append(request) }
            switch react(request) {
            case .answer(let status, let body):
                Self.answer(status, body, on: connection)
            case .end:
                return
            case .answerAndEnd(let status, let body):
                Self.answer(status, body, on: connection)
                shutdown(connection, Int32(SHUT_WR))
                while Self.read(connection) != nil {}
                ender.yield()
                return
            }
        }
    }

    /// The next request of a connection; nil at its end.
    private static func request(_ connection: Int32, _ waiting: inout [UInt8]) -> (line: String, body: [UInt8])? {
        while true {
            let parts = String(decoding: waiting, as: UTF8.self)
                .split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 {
                let head = parts[0].split(separator: "\r\n")
                let body = Array(parts[1].utf8)
                let length = head.compactMap(Self.length).first ?? 0
                if let line = head.first, body.count >= length {
                    waiting = Array(body[length...])
                    return (line.split(separator: " ").prefix(2).joined(separator: " "), Array(body[..<length]))
                }
            }
            guard let bytes = read(connection) else { return nil }
            waiting += bytes
        }
    }

    private static func length(_ field: Substring) -> Int? {
        let name = "content-length: "
        return field.lowercased().hasPrefix(name) ? Int(field.dropFirst(name.count)) : nil
    }

    private static func answer(_ status: Int, _ body: JSON, on connection: Int32) {
        let text = body.serialized()
        let answer = Array("HTTP/1.1 \(status) Status\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8)
        _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
    }

    private static func read(_ connection: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let count = recv(connection, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : nil
    }
}

extension LocalServer {
    /// Runs a body with a fleet whose target is a server.
    /// - Parameter journeys: the journey file without its target.
    static func run(
        _ journeys: String, onUnexpected: @escaping @Sendable (UnexpectedAnswer) -> Void = { _ in },
        answering react: @escaping @Sendable (Request) -> Reaction,
        _ body: (Fleet, LocalServer) async throws -> Void
    ) async throws {
        let server = try LocalServer(react)
        defer { server.stop() }
        var file = try JourneyFile(parsing: Array("seed = \"s\"\n\(journeys)".utf8))
        file.target = server.url
        let fleet = try await Fleet(file, access: FleetAccess(), onUnexpected: onUnexpected)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(fleet, server))
        } catch {
            result = .failure(error)
        }
        await fleet.shutdown()
        try result.get()
    }
}
