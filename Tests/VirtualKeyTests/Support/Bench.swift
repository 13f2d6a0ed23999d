import CTAP
import Glibc
import Synchronization
import Testing
import ToqueCrypto

@testable import VirtualKey

enum LinkKind: CaseIterable, CustomTestStringConvertible {
    case loopback, terminal, socket, uhid

    var testDescription: String { "\(self)" }
}

/// A device, a link to it and a clock that the test advances.
final class Bench {
    let processor: StubProcessor
    let device: CTAPHIDDevice
    let events: Events
    private let clock = Clock()
    private let kind: LinkKind
    private var link: (any DeviceLink)?
    private let kernel: FakeKernel?
    private let folder: Folder?

    final class Clock: Sendable {
        private let time = Mutex(Duration.seconds(1000))
        var now: Duration { time.withLock { $0 } }
        func advance(by duration: Duration) { time.withLock { $0 += duration } }
    }

    final class Events: Sendable {
        private struct State {
            var all: [DeviceEvent] = []
            var waiting: [(DeviceEvent, CheckedContinuation<Void, Never>)] = []
        }

        private let state = Mutex(State())

        var all: [DeviceEvent] { state.withLock { $0.all } }

        func append(_ event: DeviceEvent) {
            let ready = state.withLock { state in
                state.all.append(event)
                defer { state.waiting.removeAll { $0.0 == event } }
                return state.waiting.filter { $0.0 == event }
            }
            for (_, continuation) in ready { continuation.resume() }
        }

        /// Waits until the condition holds.
        func wait(for event: DeviceEvent) async {
            await withCheckedContinuation { continuation in
                let happened = state.withLock { state in
                    if state.all.contains(event) { return true }
                    state.waiting.append((event, continuation))
                    return false
                }
                if happened { continuation.resume() }
            }
        }
    }

    init(_ kind: LinkKind = .loopback, speaksU2F: Bool = false) throws {
        self.kind = kind
        processor = StubProcessor(speaksU2F: speaksU2F)
        let events = Events()
        self.events = events
        device = CTAPHIDDevice(
            processor: processor, random: SeededRandom(seed: "channels"), uptime: { [clock] in clock.now },
            log: { events.append($0) })
        folder = kind == .socket ? try Folder() : nil
        kernel = kind == .uhid ? try FakeKernel() : nil
        link =
            switch kind {
            case .loopback: nil
            case .terminal: try PseudoTerminalLink(device)
            case .socket: try UnixSocketLink(device, path: "\(folder?.path ?? "")/key")
            case .uhid: try kernel.map { try UHIDLink(device, descriptor: $0.link, nodes: $0.nodes) }
            }
        try link?.start()
    }

    deinit { stop() }

    func stop() { link?.stop() }

    var path: String { link?.path ?? "" }

    func connect() throws -> CTAPHIDClient {
        switch kind {
        case .loopback: CTAPHIDClient(try device.loopback.connect())
        case .terminal: CTAPHIDClient(try FileConnection(terminal: path))
        case .socket: CTAPHIDClient(try FileConnection(socket: path))
        case .uhid: try #require(kernel).open()
        }
    }

    /// Advances the clock.
    func advance(by duration: Duration) {
        clock.advance(by: duration)
        _ = device.tick()
    }
}

/// A folder that is removed with the object.
final class Folder {
    let path: String

    init() throws {
        var template = Array("/tmp/toque-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileConnection.Failure(code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        unlink("\(path)/key")
        rmdir(path)
    }
}

extension U2FCommand {
    func message(on channel: CTAPHIDChannel) -> CTAPHIDMessage {
        CTAPHIDMessage(channel: channel, command: .msg, payload: encoded)
    }
}

extension CTAPCommand {
    func message(on channel: CTAPHIDChannel) -> CTAPHIDMessage {
        CTAPHIDMessage(channel: channel, command: .cbor, payload: encoded)
    }
}
