import CTAP
import Synchronization
import ToqueCrypto
import ToqueEncoding
import VirtualKey

/// Clients of a device that speaks CTAPHID. Its processor carries out nothing: while it is at a command, the steps that
/// follow in the input go on, so that a device at work is met by everything as well.
final class HIDSession: CTAPProcessor {
    /// What a step does.
    enum Code: UInt8, CaseIterable {
        /// A report as it is, of a client and for the channel that the argument names.
        case report
        /// A message in its packets. The first two bytes of the payload are its command and how many packets are left
        /// out at the end.
        case message
        /// A new client in the place of one.
        case connect
        case read
        /// As many tenths of a second.
        case time
        case powerCycle
        /// The command that is under way ends here.
        case finish
    }

    let maxMsgSize = 1200
    let speaksU2F: Bool

    private struct State {
        var steps: ArraySlice<Step>
        var uptime: Duration = .seconds(1000)
        var clients: [HIDClient?] = [nil, nil, nil]
    }

    private let state: Mutex<State>
    private let device = Mutex<CTAPHIDDevice?>(nil)

    private init(_ input: [UInt8]) {
        let steps = Step.sequence(input)
        speaksU2F = steps.count.isMultiple(of: 2)
        state = Mutex(State(steps: steps[...]))
    }

    static func run(_ input: [UInt8]) {
        let session = HIDSession(input)
        let device = CTAPHIDDevice(
            processor: session, random: SeededRandom(seed: "channels"),
            uptime: { session.state.withLock { $0.uptime } })
        session.device.withLock { $0 = device }
        session.perform(on: device)
        session.checkThatItLives(device)
        session.device.withLock { $0 = nil }
    }

    /// Carries out the steps up to a `finish`, or all.
    private func perform(on device: CTAPHIDDevice) {
        while let step = state.withLock({ $0.steps.popFirst() }) {
            guard let code = Code(rawValue: step.code % UInt8(Code.allCases.count)) else { continue }
            switch code {
            case .finish: return
            case .time: state.withLock { $0.uptime += .milliseconds(100 * Int(step.argument)) }
            case .powerCycle: device.powerCycle()
            case .connect: replace(step, device)
            case .read: client(step, device)?.receive()
            case .report: client(step, device)?.send(report: step.payload, channel: step.argument >> 4)
            case .message: client(step, device)?.send(message: step.payload, channel: step.argument >> 4)
            }
        }
    }

    private func client(_ step: Step, _ device: CTAPHIDDevice) -> HIDClient? {
        let index = Int(step.argument & 3) % 3
        if let client = state.withLock({ $0.clients[index] }) { return client }
        return replace(step, device)
    }

    @discardableResult
    private func replace(_ step: Step, _ device: CTAPHIDDevice) -> HIDClient? {
        let index = Int(step.argument & 3) % 3
        let client = HIDClient(device)
        // The one before closes its connection when it goes, which must not happen under the lock.
        let previous = state.withLock { state in
            defer { state.clients[index] = client }
            return state.clients[index]
        }
        previous?.close()
        return client
    }

    /// Whatever has happened: once time has passed, a new client gets a channel, its echo and its answer.
    private func checkThatItLives(_ device: CTAPHIDDevice) {
        state.withLock { state in
            state.steps = []
            state.uptime += .seconds(20)
        }
        // They hold the device, which holds this.
        let clients = state.withLock { state in
            defer { state.clients = [] }
            return state.clients
        }
        for client in clients {
            client?.receive()
            client?.close()
        }
        guard let client = HIDClient(device) else { fatalError("the device takes no client any more") }
        client.checkService()
    }

    // MARK: - CTAPProcessor

    func process(
        _ command: CTAPCommand, keepalive: @escaping @Sendable (KeepaliveStatus) -> Void
    ) async throws(CTAPStatus) -> CTAPResponse {
        keepalive(.upNeeded)
        device.withLock { $0 }.map(perform)
        keepalive(.processing)
        if Task.isCancelled { throw .keepaliveCancel }
        return .empty
    }

    func process(_ command: U2FCommand) async throws(U2FStatus) -> U2FResponse {
        device.withLock { $0 }.map(perform)
        return .version
    }

    func channelChanged() {}

    func powerCycle() {}
}
