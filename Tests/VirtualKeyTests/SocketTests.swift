import CTAP
import Glibc
import Testing

@testable import VirtualKey

/// The Unix socket and its file.
struct SocketTests {
    private let folder: Folder
    private let device = CTAPHIDDevice(processor: StubProcessor())

    init() throws { folder = try Folder() }

    private var path: String { "\(folder.path)/key" }

    private func status() -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    @Test("Only the owner can use the socket, which is removed with the link")
    func itIsItsOwnersAloneAndGoesWithTheLink() throws {
        let link = try UnixSocketLink(device, path: path)
        #expect(link.path == path)
        let mode = try #require(status()?.st_mode)
        #expect(mode & S_IFMT == S_IFSOCK)
        #expect(mode & 0o777 == 0o600)
        try link.start()
        link.stop()
        link.stop()
        #expect(status() == nil)
    }

    @Test("The socket is removed with a link that never started")
    func itGoesWithALinkThatNeverServed() throws {
        do {
            let link = try UnixSocketLink(device, path: path)
            #expect(status() != nil)
            link.stop()
            #expect(status() == nil)
            #expect(throws: VirtualKeyError.self) { try link.start() }
        }
        _ = try UnixSocketLink(device, path: path)
        #expect(status() == nil)
    }

    @Test("A file that is not a socket is kept, and the link is refused")
    func whatIsNoSocketStays() throws {
        let file = open(path, O_CREAT | O_WRONLY, 0o600)
        #expect(write(file, "x", 1) == 1)
        close(file)
        let error = #expect(throws: VirtualKeyError.self) { try UnixSocketLink(device, path: path) }
        #expect(error?.message.contains(path) == true)
        #expect(status()?.st_size == 1)
    }

    @Test("A socket in use is kept, and a second link is refused")
    func aSocketInUseStays() async throws {
        let link = try UnixSocketLink(device, path: path)
        try link.start()
        defer { link.stop() }
        #expect(throws: VirtualKeyError.self) { try UnixSocketLink(device, path: path) }
        let client = CTAPHIDClient(try FileConnection(socket: path))
        defer { client.connection.close() }
        _ = try await client.openChannel()
    }

    @Test("A socket without a listener is replaced")
    func aDeadSocketIsReplaced() async throws {
        do {
            // Bound, and closed without being removed.
            let dead = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
            #expect(try SocketAddress(path: path).with { bind(dead, $0, $1) } == 0)
            close(dead)
        }
        let link = try UnixSocketLink(device, path: path)
        try link.start()
        defer { link.stop() }
        let client = CTAPHIDClient(try FileConnection(socket: path))
        defer { client.connection.close() }
        _ = try await client.openChannel()
    }

    @Test("A link that stops leaves another link's file")
    func onlyTheOwnFileIsRemoved() throws {
        let link = try UnixSocketLink(device, path: path)
        unlink(path)
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        link.stop()
        #expect(status() != nil)
    }

    @Test("A path that does not fit into a socket address is refused")
    func aPathFitsAnAddress() throws {
        let longest = folder.path + "/" + String(repeating: "k", count: 106 - folder.path.utf8.count)
        #expect(longest.utf8.count == 107)
        let link = try UnixSocketLink(device, path: longest)
        link.stop()
        let error = #expect(throws: VirtualKeyError.self) { try UnixSocketLink(device, path: longest + "k") }
        #expect(error?.message.contains("108 bytes") == true)
        for path in ["", "\(folder.path)/\0key", "\(folder.path)/none/key"] {
            #expect(throws: VirtualKeyError.self) { try UnixSocketLink(device, path: path) }
        }
    }

    @Test("A client that sends packets of another size is disconnected", arguments: [1, 63, 65, 200])
    func whoSendsNoReportsIsSentAway(count: Int) async throws {
        let link = try UnixSocketLink(device, path: path)
        try link.start()
        defer { link.stop() }
        let connection = try FileConnection(socket: path)
        defer { connection.close() }
        try connection.writeRaw([UInt8](repeating: 0, count: count))
        await #expect(throws: FileConnection.Failure.self) { try await CTAPHIDClient(connection).receive() }
    }

    /// The link stops reading from a client that sends and never reads, and serves the others.
    @Test("A client that does not read delays nobody and loses no reply")
    func aSlowClientIsInNobodysWay() async throws {
        let link = try UnixSocketLink(device, path: path)
        try link.start()
        defer { link.stop() }
        let connection = try FileConnection(socket: path)
        defer { connection.close() }
        let slow = CTAPHIDClient(connection)
        let ping = CTAPHIDMessage(channel: try await slow.openChannel(), command: .ping, payload: [])
        var sent = 0
        while connection.hasRoom {
            try slow.send(ping)
            sent += 1
        }
        let client = CTAPHIDClient(try FileConnection(socket: path))
        defer { client.connection.close() }
        let own = try await client.openChannel()
        try await client.expect(.ping, [1], to: CTAPHIDMessage(channel: own, command: .ping, payload: [1]))
        // When the client finally reads, all replies are there.
        for _ in 0..<sent { #expect(try await slow.receive() == ping) }
    }

    @Test("Stopping the link disconnects its clients")
    func stoppingSendsClientsAway() async throws {
        let link = try UnixSocketLink(device, path: path)
        try link.start()
        let client = CTAPHIDClient(try FileConnection(socket: path))
        defer { client.connection.close() }
        _ = try await client.openChannel()
        link.stop()
        await #expect(throws: FileConnection.Failure.self) { try await client.receive() }
        #expect(throws: VirtualKeyError.self) { try link.start() }
    }
}
