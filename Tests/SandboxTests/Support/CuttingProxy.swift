import Dispatch
import Glibc
import PostgreSQL
import Synchronization
import Testing

/// A way to the test process's PostgreSQL server that loses the server's answer to a commit when a test asks for it.
final class CuttingProxy: Sendable {
    /// What is lost with the answer.
    enum Loss: Sendable {
        case connection
        /// This one and all later connections.
        case server
    }

    private struct State {
        var next: Loss?
        var cuts = 0
        var isRefusing = false
    }

    /// A connection in two parts, which close once nobody copies between them.
    private final class Link: Sendable {
        let client: Int32
        let server: Int32

        init(client: Int32, server: Int32) { (self.client, self.server) = (client, server) }

        deinit { for descriptor in [client, server] { close(descriptor) } }

        func end() { for descriptor in [client, server] { shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    private struct Failure: Error {}

    /// libpq's and the server's name of a socket in a folder.
    private static let name = ".s.PGSQL.5432"
    /// CommandComplete (https://www.postgresql.org/docs/15/protocol-message-formats.html).
    private static let committed: [UInt8] = [UInt8(ascii: "C"), 0, 0, 0, 11] + Array("COMMIT\0".utf8)

    /// Of the same database, through the proxy.
    let address: PostgreSQLAddress
    private let folder: String
    private let listener: Int32
    private let state = Mutex(State())

    /// The number of lost answers.
    var cuts: Int { state.withLock(\.cuts) }

    init(to server: PostgreSQLAddress) throws {
        let place = try PostgreSQLConnection(server).query("SHOW unix_socket_directories").first
        guard case .text(let origin) = place else { throw Failure() }
        var template = Array("/tmp/toque-cut-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure() }
        let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        address = try PostgreSQLAddress(server.description.replacing(origin, with: folder))
        (self.folder, self.listener) = (folder, listener)
        let isBound = Self.withAddress("\(folder)/\(Self.name)") { bind(listener, $0, $1) == 0 }
        try #require(isBound && listen(listener, 8) == 0)
        DispatchQueue(label: "cutting-proxy").async { [self] in serve("\(origin)/\(Self.name)") }
    }

    deinit {
        close(listener)
        unlink("\(folder)/\(Self.name)")
        rmdir(folder)
    }

    /// Loses the answer to the next commit, which the server has carried out by then.
    func cut(_ loss: Loss) { state.withLock { $0.next = loss } }

    /// Accepts no further connections.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func serve(_ path: String) {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { return }
            let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            let link = Link(client: client, server: server)
            let isConnected = Self.withAddress(path) { connect(server, $0, $1) == 0 }
            guard isConnected, !state.withLock(\.isRefusing) else { continue }
            DispatchQueue(label: "cutting-proxy-requests").async { Self.copyRequests(link) }
            DispatchQueue(label: "cutting-proxy-answers").async { [self] in copyAnswers(link) }
        }
    }

    private static func copyRequests(_ link: Link) {
        while let bytes = read(link.client), write(bytes, to: link.server) {}
        link.end()
    }

    private func copyAnswers(_ link: Link) {
        defer { link.end() }
        var received: [UInt8] = []
        while let bytes = Self.read(link.server) {
            received += bytes
            while let message = Self.takeMessage(from: &received) {
                if message == Self.committed, takeLoss() { return }
                guard Self.write(message, to: link.client) else { return }
            }
        }
    }

    private func takeLoss() -> Bool {
        state.withLock { state in
            guard let loss = state.next else { return false }
            state.next = nil
            state.isRefusing = loss == .server
            state.cuts += 1
            return true
        }
    }

    /// The server's first message, if all of it has come: a type, a length that counts itself, and the rest.
    private static func takeMessage(from bytes: inout [UInt8]) -> [UInt8]? {
        guard bytes.count >= 5 else { return nil }
        let length = 1 + bytes[1..<5].reduce(0) { $0 << 8 | Int($1) }
        guard bytes.count >= length else { return nil }
        defer { bytes.removeFirst(length) }
        return Array(bytes[..<length])
    }

    // MARK: Sockets

    private static func withAddress<Value>(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// nil at the end of the connection.
    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
