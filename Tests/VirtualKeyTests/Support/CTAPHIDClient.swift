import CTAP
import Glibc
import Testing

/// A client that can also violate the protocol.
struct CTAPHIDClient: Sendable {
    let connection: any ReportConnection

    init(_ connection: any ReportConnection) { self.connection = connection }

    struct Silence: Error {}

    func write(_ report: [UInt8]) throws { try connection.write(report) }

    func send(_ message: CTAPHIDMessage) throws {
        for report in message.reports { try write(report) }
    }

    func send(_ channel: CTAPHIDChannel, _ command: CTAPHIDCommand, _ payload: [UInt8] = []) throws {
        try send(CTAPHIDMessage(channel: channel, command: command, payload: payload))
    }

    /// The next message, keepalives included.
    func receive() async throws -> CTAPHIDMessage {
        var assembler: CTAPHIDAssembler?
        while true {
            guard let report = try await read(), let packet = CTAPHIDPacket(report: report) else { throw Silence() }
            if assembler == nil { assembler = try CTAPHIDAssembler(packet) } else { try assembler?.append(packet) }
            if let message = assembler?.message { return message }
        }
    }

    /// Waits outside the cooperative pool, whose threads the device needs to end the awaited work.
    private func read() async throws -> [UInt8]? {
        if let report = try connection.read(milliseconds: 0) { return report }
        return try await onThread { [connection] in try connection.read(milliseconds: 120_000) }
    }

    /// Whether there is nothing to read.
    var isQuiet: Bool { get throws { try connection.read(milliseconds: 0) == nil } }

    /// Opens a channel; earlier replies must have been read.
    /// - Parameter capabilities: The key's expected capabilities, by default without CTAPHID_MSG.
    func openChannel(capabilities: UInt8 = 0x0D) async throws -> CTAPHIDChannel {
        let nonce: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        try send(.broadcast, .`init`, nonce)
        let answer = try await receive()
        #expect(answer.channel == .broadcast)
        #expect(answer.command == .`init`)
        try #require(answer.payload.count == 17)
        #expect(Array(answer.payload[..<8]) == nonce)
        #expect(Array(answer.payload[12...]) == [2, 1, 0, 0, capabilities])
        return CTAPHIDChannel(rawValue: answer.payload[8..<12].reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// Sends a message and expects exactly one.
    func expect(
        _ command: CTAPHIDCommand, _ payload: [UInt8], to sent: CTAPHIDMessage,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try send(sent)
        let expected = CTAPHIDMessage(channel: sent.channel, command: command, payload: payload)
        #expect(try await receive() == expected, sourceLocation: sourceLocation)
    }
}

/// Reports through an open file.
final class FileConnection: ReportConnection {
    private let descriptor: Int32
    /// The bytes before each outgoing report.
    private let prefix: [UInt8]

    /// A pseudo-terminal.
    init(terminal path: String) throws {
        descriptor = try Self.check(open(path, O_RDWR | O_NOCTTY | O_CLOEXEC))
        prefix = [0]
    }

    /// A Unix socket.
    init(socket path: String) throws {
        descriptor = try Self.check(Glibc.socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0))
        prefix = []
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = descriptor
        _ = try withUnsafePointer(to: address) {
            try $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try Self.check(connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)))
            }
        }
    }

    struct Failure: Error { let code: Int32 }

    private static func check(_ result: Int32) throws -> Int32 {
        guard result >= 0 else { throw Failure(code: errno) }
        return result
    }

    func write(_ report: [UInt8]) throws { try writeRaw(prefix + report) }

    /// Sends bytes or a packet unchanged.
    func writeRaw(_ bytes: [UInt8]) throws {
        let count =
            prefix.isEmpty
            ? Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            : Glibc.write(descriptor, bytes, bytes.count)
        guard count == bytes.count else { throw Failure(code: errno) }
    }

    func read(milliseconds: Int?) throws -> [UInt8]? {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, milliseconds.map { Int32($0) } ?? -1) > 0 else { return nil }
        var report = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(descriptor, &report, 64)
        guard count == 64 else { throw Failure(code: count == 0 ? ECONNRESET : errno) }
        return report
    }

    /// Whether the other side still reads, after it has had time to read the pending bytes.
    var hasRoom: Bool {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&ready, 1, 500) > 0
    }

    func close() { _ = Glibc.close(descriptor) }
}

/// Runs blocking work on its own thread.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    return try await withCheckedThrowingContinuation { continuation in
        let work = Work { continuation.resume(with: Result { try body() }) }
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, Unmanaged.passRetained(work).toOpaque())
        pthread_detach(thread)
    }
}

private final class Work {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
}
