import CTAP
import Glibc
import Synchronization
import Testing
import ToqueCBOR

@testable import SecurityKey

/// A key that speaks CTAPHID over a pair of sockets and gives scripted answers to CTAP2 commands.
final class ScriptedKey: ReportTransport {
    /// A received command.
    struct Request: Sendable {
        /// The command byte and the parameters, as received.
        var message: [UInt8]
        var command: UInt8
        var parameters: CBORMap

        /// The subcommand of authenticatorClientPIN.
        var subCommand: Int? { command == 0x06 ? parameters[2]?.intValue : nil }
    }

    enum Answer: Sendable {
        case ok(CBOR? = nil)
        case status(CTAPStatus)
        /// CTAPHID_ERROR with this code.
        case refusal(CTAPHIDError)
        /// The status and the data after it.
        case message([UInt8])
        /// Keepalives until CTAPHID_CANCEL, which gets its regular answer.
        case untilCanceled
        /// Keepalives without end.
        case deaf
        /// No answer.
        case silent
        /// The end of the connection.
        case unplugged
    }

    typealias Script = @Sendable (Request) -> Answer

    private let flags: UInt8
    private let script: Script
    private let log = Mutex<[Request]>([])
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])
    private let isWaiting = Mutex(false)
    private let canceled = Mutex(0)

    /// - Parameters:
    ///   - info: The answer to authenticatorGetInfo.
    ///   - flags: The capabilities of CTAPHID_INIT.
    convenience init(
        info: CBOR = ScriptedKey.info(), flags: UInt8 = 0x04,
        script: @escaping Script = { _ in .status(.invalidCommand) }
    ) {
        self.init(flags: flags) { $0.command == 0x04 ? .ok(info) : script($0) }
    }

    /// - Parameter answer: The answer to each command, including authenticatorGetInfo.
    init(flags: UInt8, answer: @escaping Script) {
        self.flags = flags
        script = answer
    }

    /// The received commands, without authenticatorGetInfo.
    var requests: [Request] { log.withLock { $0.filter { $0.command != 0x04 } } }

    func requests(_ command: UInt8) -> [Request] { requests.filter { $0.command == command } }

    /// The commands that CTAPHID_CANCEL ended.
    var cancellations: Int { canceled.withLock { $0 } }

    fileprivate func noteCancellation() { canceled.withLock { $0 += 1 } }

    /// Returns once a command waits for a touch or gets no answer.
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

    /// Serves a connection on its own thread until it ends.
    /// - Parameter accepting: Whether the descriptor is a listener.
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
    fileprivate func initReply(nonce: [UInt8]) -> [UInt8] { nonce + [0, 0, 0, 7, 2, 1, 2, 3, flags] }

    fileprivate func answer(_ message: [UInt8]) -> Answer {
        let parameters = try? CBOR(decoding: Array(message.dropFirst()), rules: .canonical).mapValue
        let request = Request(
            message: message, command: message.first ?? 0, parameters: parameters ?? CBORMap())
        log.withLock { $0.append(request) }
        let answer = script(request)
        switch answer {
        case .untilCanceled, .deaf, .silent: startWaiting()
        case .ok, .status, .refusal, .message, .unplugged: break
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
        while let message = receive() {
            switch message.command {
            case .`init`: send(message, key.initReply(nonce: message.payload))
            case .cbor:
                switch key.answer(message.payload) {
                case .ok(let body): send(message, [0] + (body?.encoded ?? []))
                case .status(let status): send(message, [status.rawValue])
                case .refusal(let error): send(message, [error.rawValue], as: .error)
                case .message(let answer): send(message, answer)
                case .untilCanceled:
                    keepAlive(message, endsWithCancel: true)
                    send(message, [CTAPStatus.keepaliveCancel.rawValue])
                case .deaf: keepAlive(message, endsWithCancel: false)
                case .silent: continue
                case .unplugged: return
                }
            default: continue
            }
        }
    }

    /// A whole message; nil if the connection ended.
    private func receive() -> CTAPHIDMessage? {
        guard let first = packet(), var assembler = try? CTAPHIDAssembler(first) else { return nil }
        while !assembler.isComplete {
            guard let next = packet(), (try? assembler.append(next)) != nil else { return nil }
        }
        return assembler.message
    }

    private func packet() -> CTAPHIDPacket? { report().flatMap { CTAPHIDPacket(report: $0) } }

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

    private func send(_ request: CTAPHIDMessage, _ answer: [UInt8], as command: CTAPHIDCommand? = nil) {
        let message = CTAPHIDMessage(channel: request.channel, command: command ?? request.command, payload: answer)
        for report in message.reports {
            _ =
                framing == .packets
                ? Glibc.send(descriptor, report, report.count, Int32(MSG_NOSIGNAL))
                : Glibc.write(descriptor, report, report.count)
        }
    }

    private func keepAlive(_ message: CTAPHIDMessage, endsWithCancel: Bool) {
        while true {
            send(message, [KeepaliveStatus.upNeeded.rawValue], as: .keepalive)
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 20) > 0 else { continue }
            guard let packet = packet() else { return }
            if endsWithCancel, case .initialization(.cancel, _) = packet.kind {
                key.noteCancellation()
                return
            }
        }
    }
}
