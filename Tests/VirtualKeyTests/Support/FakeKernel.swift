import CTAP
import Glibc
import Synchronization
import Testing

@testable import VirtualKey

/// The kernel's side of /dev/uhid: a socket that speaks its events (linux/uhid.h, whose layout is spelled out here), a
/// folder with what sysfs and /dev show of the device, and the programs that have the device open.
final class FakeKernel: Sendable {
    enum Kind: UInt8 {
        case destroy = 1, start, stop, open, close, output
        case getReport = 9
        case getReportReply, create2, input2, setReport, setReportReply
    }

    struct State {
        /// The written events other than reports, in order.
        var written: [[UInt8]] = []
        /// The reports that each client has not read.
        var clients: [Int: [[UInt8]]] = [:]
        var lastClient = 0
        var lastNode = 0
        var node: String?
    }

    let root: FolderTree
    let state = Monitor(State())
    private let own: SharedDescriptor
    private let thread: ServingThread

    init() throws {
        // A link without its kernel gets an error from write.
        signal(SIGPIPE, SIG_IGN)
        root = try FolderTree()
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw FileConnection.Failure(code: errno) }
        own = try SharedDescriptor(ends[0], "socketpair")
        link = try SharedDescriptor(ends[1], "socketpair")
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        thread = try ServingThread()
        try thread.start { [thread, own, weak self] in
            while !thread.isStopping {
                var polled = [pollfd(fd: own.number, events: Int16(POLLIN), revents: 0)]
                thread.sleep(&polled, atMost: nil)
                guard polled[0].revents != 0 else { continue }
                var event = [UInt8](repeating: 0, count: 5000)
                let count = recv(own.number, &event, event.count, Int32(MSG_DONTWAIT))
                guard count > 0, let self else { return }
                self.take(Array(event.prefix(count)))
            }
        }
    }

    deinit { thread.stop() }

    /// The link's end: its /dev/uhid.
    let link: SharedDescriptor

    var nodes: HIDRawNode { HIDRawNode(root: root.path, patience: .seconds(120)) }

    /// Closes the kernel's end.
    func close() {
        thread.stop()
        own.close()
    }

    // MARK: - Events from the link

    private func take(_ event: [UInt8]) {
        switch Kind(rawValue: event[0]) {
        case .input2:
            state.change { state in for id in state.clients.keys { state.clients[id]?.append(report(event)) } }
        case .create2:
            // In this order, because no client can open the device before it has started.
            send(.start, [UInt8](repeating: 0, count: 8))
            show(uniq: String(decoding: event[196..<260].prefix { $0 != 0 }, as: UTF8.self))
            state.change { $0.written.append(event) }
        case .destroy:
            let wasOpen = state.change { state in
                defer { state.clients = [:] }
                return !state.clients.isEmpty
            }
            hide()
            if wasOpen { send(.close) }
            send(.stop)
            state.change { $0.written.append(event) }
        default: state.change { $0.written.append(event) }
        }
    }

    private func report(_ event: [UInt8]) -> [UInt8] { Array(event[6...].prefix(Int(event[4]) | Int(event[5]) << 8)) }

    private func show(uniq: String) {
        let node = state.change { state in
            state.lastNode += 1
            let node = "hidraw\(state.lastNode)"
            state.node = node
            return node
        }
        // Other devices come before the expected one.
        root.write("sys/class/hidraw/hidraw0/device/uevent", "HID_NAME=Mouse\nHID_UNIQ=\n")
        root.write("sys/class/hidraw/\(node)/device/uevent", "HID_NAME=x\nHID_UNIQ=\(uniq)\nMODALIAS=x\n")
        root.write("dev/\(node)", "")
    }

    private func hide() {
        guard let node = state.withLock({ $0.node }) else { return }
        root.remove("sys/class/hidraw/\(node)/device/uevent")
        root.remove("dev/\(node)")
    }

    // MARK: - Events from the kernel

    func send(_ kind: Kind, _ payload: [UInt8] = []) {
        let event = [kind.rawValue, 0, 0, 0] + payload
        let padded = event + [UInt8](repeating: 0, count: 4376 - event.count)
        _ = Glibc.send(own.number, padded, padded.count, Int32(MSG_NOSIGNAL))
    }

    func output(_ data: [UInt8]) {
        let rest = [UInt8](repeating: 0, count: 4096 - data.count)
        send(.output, data + rest + [UInt8(data.count & 0xFF), UInt8(data.count >> 8), 1])
    }

    /// The link's first unread event other than a report.
    func next() async throws -> [UInt8] {
        try await onThread { [state] in
            while true {
                let changes = state.changeCount
                let event = state.change { $0.written.isEmpty ? nil : $0.written.removeFirst() }
                if let event { return event }
                state.wait(after: changes, atMost: .seconds(120))
            }
        }
    }

    /// Waits until the link has read all events.
    func settle() async throws {
        send(.getReport, [9, 9, 9, 9])
        while try await next().prefix(8) != [Kind.getReportReply.rawValue, 0, 0, 0, 9, 9, 9, 9] {}
    }

    /// Opens the device's node.
    func open() -> CTAPHIDClient {
        let (id, isFirst) = state.change { state in
            state.lastClient += 1
            state.clients[state.lastClient] = []
            return (state.lastClient, state.clients.count == 1)
        }
        if isFirst { send(.open) }
        return CTAPHIDClient(NodeConnection(kernel: self, id: id))
    }
}

/// A program with the node open. As with hidraw, it also reads the other programs' reports.
private final class NodeConnection: ReportConnection {
    private let kernel: FakeKernel
    private let id: Int

    init(kernel: FakeKernel, id: Int) {
        self.kernel = kernel
        self.id = id
    }

    func write(_ report: [UInt8]) throws { kernel.output([0] + report) }

    func read(milliseconds: Int?) throws -> [UInt8]? {
        let end = milliseconds.map { MonotonicTime.now + .milliseconds($0) }
        while true {
            let changes = kernel.state.changeCount
            // A client's queue, which is gone with the device.
            let (isAlive, report) = kernel.state.withLock { state in
                guard let queue = state.clients[id] else { return (false, [UInt8]?.none) }
                if !queue.isEmpty { state.clients[id]?.removeFirst() }
                return (true, queue.first)
            }
            guard isAlive else { throw FileConnection.Failure(code: ENODEV) }
            if let report { return report }
            let left = end.map { $0 - MonotonicTime.now }
            if let left, left <= .zero { return nil }
            kernel.state.wait(after: changes, atMost: left)
        }
    }

    func close() {
        let wasLast = kernel.state.change { state in
            state.clients.removeValue(forKey: id) != nil && state.clients.isEmpty
        }
        if wasLast { kernel.send(.close) }
    }
}

/// Files in a folder that is removed with the object.
final class FolderTree: Sendable {
    let path: String
    /// In order of creation.
    private let made = Mutex<[String]>([])

    init() throws {
        var template = Array("/tmp/toque-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileConnection.Failure(code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for path in made.withLock(\.self).reversed() { Glibc.remove(path) }
        rmdir(path)
    }

    /// Writes a file and creates its folders.
    func write(_ name: String, _ text: String) {
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/\(part)"
            mkdir(folder, 0o700)
            note(folder)
        }
        let file = Glibc.open("\(path)/\(name)", O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
        note("\(path)/\(name)")
        _ = Glibc.write(file, text, text.utf8.count)
        Glibc.close(file)
    }

    private func note(_ path: String) { made.withLock { if !$0.contains(path) { $0.append(path) } } }

    func remove(_ name: String) { unlink("\(path)/\(name)") }
}
