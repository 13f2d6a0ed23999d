import APIClient
import Dispatch
import Glibc
import Synchronization
import Testing

/// An HTTP server on a free port that gives scripted answers in order, one per connection, and records the requests.
final class ScriptedServer: Sendable {
    let url: ServerURL
    private let listener: Int32
    private let received = Mutex<[String]>([])

    /// Head and body of each request.
    var requests: [String] { received.withLock { $0 } }

    /// - Parameters:
    ///   - answers: Complete answers, from the status line on; the server closes the connection after each.
    ///   - refuses: Whether the port refuses connections; no other process uses it.
    init(_ answers: [String], refuses: Bool = false) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listens = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
                    && (refuses || listen(listener, 8) == 0)
            }
        }
        try #require(listens)
        url = try #require(ServerURL("http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"))
        self.listener = listener
        DispatchQueue(label: "scripted-server").async { [self] in
            for answer in answers {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                let request = Self.read(connection)
                received.withLock { $0.append(request) }
                _ = write(connection, answer, answer.utf8.count)
                close(connection)
            }
        }
    }

    deinit { close(listener) }

    /// An answer with a JSON body.
    static func json(_ body: String, status: String = "200 OK") -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
            + "Connection: close\r\n\r\n\(body)"
    }

    private static func read(_ connection: Int32) -> String {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(connection, &buffer, buffer.count)
            guard count > 0 else { return text }
            text += String(decoding: buffer[..<count], as: UTF8.self)
            guard
                let end = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false).dropFirst()
                    .first
            else { continue }
            let length = text.lowercased().split(separator: "content-length: ").dropFirst().first
                .flatMap { Int($0.prefix(while: \.isNumber)) }
            if end.utf8.count >= length ?? 0 { return text }
        }
    }
}
