import CTAP
import Glibc
import Synchronization
import Testing
import ToqueCBOR

@testable import SecurityKey

/// A key that speaks CTAPHID over a pair of sockets and answers each CTAP2 command as a test says.
final class ScriptedKey: ReportTransport {
    /// A command as it came.
    struct Request: Sendable {
        var command: UInt8
        var parameters: CBORMap

        /// Of authenticatorClientPIN.
        var subCommand: Int? { command == 0x06 ? parameters[2]?.intValue : nil }
    }

    enum Answer: Sendable {
        case ok(CBOR? = nil)
        case status(CTAPStatus)
        /// Keepalives until CTAPHID_CANCEL, which is answered as it should be.
        case untilCancelled
        /// Keepalives for ever.
        case deaf
        /// Nothing at all.
        case silent
        /// The connection ends.
        case unplugged
    }

    typealias Script = @Sendable (Request) -> Answer

    private let info: CBOR
    private let flags: UInt8
    private let script: Script
    private let log = Mutex<[Request]>([])
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])
    private let isWaiting = Mutex(false)

    /// - Parameters:
    ///   - info: the answer to authenticatorGetInfo.
    ///   - flags: the capabilities of CTAPHID_INIT.
    init(
        info: CBOR = ScriptedKey.info(), flags: UInt8 = 0x04,
        script: @escaping Script = { _ in .status(.invalidCommand) }
    ) {
        self.info = info
        self.flags = flags
        self.script = script
    }

    /// The commands that came, without authenticatorGetInfo.
    var requests: [Request] { log.withLock { $0 } }

    func requests(_ command: UInt8) -> [Request] { requests.filter { $0.command == command } }

    /// Returns once a command is waiting for a touch, or for nothing.
    func isAwaited() async {
        await withCheckedContinuation { continuation in
            let isThere = waiting.withLock { waiting in
                if isWaiting.withLock({ $0 }) { return true }
                waiting.append(continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func startWaiting() {
        let continuations = waiting.withLock { waiting in
            isWaiting.withLock { $0 = true }
            defer { waiting = [] }
            return waiting
        }
        for continuation in continuations { continuation.resume() }
    }

    func connect() throws -> any ReportConnection {
        var pair: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &pair) == 0)
        serve(pair[1], framing: .packets)
        return DescriptorConnection(descriptor: pair[0], framing: .packets, name: "the test's key")
    }

    /// Serves a connection on a thread of its own until it ends.
    /// - Parameter accepting: the descriptor listens for the connection.
    func serve(_ descriptor: Int32, framing: DescriptorConnection.Framing, accepting: Bool = false) {
        let server = ScriptedConnection(descriptor: descriptor, framing: framing, accepting: accepting, key: self)
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<ScriptedConnection>.fromOpaque(pointer).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(server).toOpaque())
        pthread_detach(thread)
    }

    /// The reply to CTAPHID_INIT: nonce, channel, versions, capabilities.
    fileprivate func initReply(nonce: ArraySlice<UInt8>) -> [UInt8] { nonce + [0, 0, 0, 7, 2, 1, 2, 3, flags] }

    fileprivate func answer(_ message: [UInt8]) -> Answer {
        guard let command = message.first, command != 0x04 else { return .ok(info) }
        let parameters =
            message.count > 1 ? try? CBOR(decoding: Array(message.dropFirst()), rules: .canonical).mapValue : nil
        let request = Request(command: command, parameters: parameters ?? CBORMap())
        log.withLock { $0.append(request) }
        let answer = script(request)
        switch answer {
        case .untilCancelled, .deaf, .silent: startWaiting()
        case .ok, .status, .unplugged: break
        }
        return answer
    }
}

/// One end of a connection to a scripted key.
private final class ScriptedConnection {
    private var descriptor: Int32
    private let accepting: Bool
    private let framing: DescriptorConnection.Framing
    private let key: ScriptedKey

    init(descriptor: Int32, framing: DescriptorConnection.Framing, accepting: Bool, key: ScriptedKey) {
        self.descriptor = descriptor
        self.accepting = accepting
        self.framing = framing
        self.key = key
    }

    func run() {
        if accepting { descriptor = accept(descriptor, nil, nil) }
        defer { close(descriptor) }
        while let (channel, command, message) = receive() {
            switch command {
            case 0x86: send(channel, command, key.initReply(nonce: message[...]))
            case 0x90:
                switch key.answer(message) {
                case .ok(let body): send(channel, command, [0] + (body?.encoded ?? []))
                case .status(let status): send(channel, command, [status.rawValue])
                case .untilCancelled:
                    keepAlive(channel, endsWithCancel: true)
                    send(channel, command, [CTAPStatus.keepaliveCancel.rawValue])
                case .deaf: keepAlive(channel, endsWithCancel: false)
                case .silent: continue
                case .unplugged: return
                }
            default: continue
            }
        }
    }

    /// A whole message; nil where the connection ended.
    private func receive() -> (channel: [UInt8], command: UInt8, message: [UInt8])? {
        guard let first = report() else { return nil }
        let count = Int(first[5]) << 8 | Int(first[6])
        var message = Array(first[7...])
        while message.count < count {
            guard let next = report() else { return nil }
            message += next[5...]
        }
        return (Array(first[..<4]), first[4], Array(message.prefix(count)))
    }

    private func report() -> [UInt8]? {
        let size = framing == .packets ? 64 : 65
        var report: [UInt8] = []
        while report.count < size {
            var chunk = [UInt8](repeating: 0, count: size - report.count)
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return nil }
            report += chunk[..<count]
        }
        return Array(report.suffix(64))
    }

    private func send(_ channel: [UInt8], _ command: UInt8, _ message: [UInt8]) {
        write(channel + [command, UInt8(message.count >> 8), UInt8(message.count & 0xFF)], message.prefix(57))
        var rest = message.dropFirst(57)
        var sequence: UInt8 = 0
        while !rest.isEmpty {
            write(channel + [sequence], rest.prefix(59))
            rest = rest.dropFirst(59)
            sequence += 1
        }
    }

    private func write(_ head: [UInt8], _ body: ArraySlice<UInt8>) {
        let report = head + body + [UInt8](repeating: 0, count: 64 - head.count - body.count)
        _ = report.withUnsafeBytes {
            framing == .packets
                ? Glibc.send(descriptor, $0.baseAddress, 64, Int32(MSG_NOSIGNAL))
                : Glibc.write(descriptor, $0.baseAddress, 64)
        }
    }

    private func keepAlive(_ channel: [UInt8], endsWithCancel: Bool) {
        while true {
            send(channel, 0xBB, [2])
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 20) > 0 else { continue }
            guard let report = report() else { return }
            if endsWithCancel, report[4] == 0x91 { return }
        }
    }
}
