import CTAP
import Glibc
import Testing

@testable import VirtualKey

/// The pseudo-terminal, and clients that come and go.
struct TerminalTests {
    private let bench: Bench

    init() throws { bench = try Bench(.terminal) }

    @Test("Only the owner can use the terminal")
    func itIsItsOwnersAlone() throws {
        var status = stat()
        #expect(stat(bench.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(bench.path.hasPrefix("/dev/pts/"))
    }

    /// A killed client leaves replies, a partial report and a request behind.
    @Test("A client sees no bytes of its killed predecessor")
    func nothingOfAClientReachesTheNext() async throws {
        let first = try FileConnection(terminal: bench.path)
        let client = CTAPHIDClient(first)
        let channel = try await client.openChannel()
        for _ in 0..<20 { try client.send(channel, .ping, [1, 2, 3]) }
        try await client.expect(.ping, [1, 2, 3], to: CTAPHIDMessage(channel: channel, command: .ping, payload: []))
        try client.send(CTAPCommand.selection.message(on: channel))
        try first.writeRaw([0, 1, 2, 3])
        first.close()
        // Its unread bytes remain until the link notices.
        await bench.events.wait(for: .disconnected(connection: 1))
        let next = try bench.connect()
        defer { next.connection.close() }
        let own = try await next.openChannel()
        try await next.expect(.cbor, RequestTests.info, to: CTAPCommand.getInfo.message(on: own))
        try await next.expect(
            .error, [CTAPHIDError.invalidChannel.rawValue],
            to: CTAPHIDMessage(channel: channel, command: .ping, payload: []))
    }

    /// The next client has begun before the end of the last one is noticed: its first report is not taken for one of
    /// its predecessor's. In a process of its own: elsewhere a child that another test starts has a copy of the
    /// terminal until it runs its program, and a client's end comes after the next one's beginning.
    @Test("Hundreds of clients, one after the other, are each answered")
    func manyClientsOneAfterTheOther() async {
        await #expect(processExitsWith: .success) {
            let bench = try Bench(.terminal)
            for _ in 0..<300 {
                let client = try bench.connect()
                let channel = try await client.openChannel()
                try await client.expect(.cbor, RequestTests.info, to: CTAPCommand.getInfo.message(on: channel))
                client.connection.close()
            }
        }
    }

    /// More than the kernel buffers for a reader.
    @Test("A client gets all replies, even more than the kernel buffers")
    func aSlowClientGetsAllItsReplies() async throws {
        let client = try bench.connect()
        defer { client.connection.close() }
        let payload = [UInt8](repeating: 7, count: 7609)
        let ping = CTAPHIDMessage(channel: try await client.openChannel(), command: .ping, payload: payload)
        let writing = Task {
            try await onThread { [connection = client.connection] in
                for _ in 0..<20 {
                    for report in ping.reports { try connection.write(report) }
                }
            }
        }
        for _ in 0..<20 { #expect(try await client.receive() == ping) }
        try await writing.value
    }

    @Test("Stopping the link hangs up the terminal")
    func stoppingHangsUp() async throws {
        let client = try bench.connect()
        defer { client.connection.close() }
        _ = try await client.openChannel()
        bench.stop()
        await #expect(throws: (any Error).self) { try await client.receive() }
    }
}
