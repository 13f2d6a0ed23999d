import CTAP
import Synchronization
import ToqueCrypto
import ToqueEncoding
import VirtualKey

/// Clients of a CTAPHID device whose processor does nothing. While it processes a command, the input's next steps
/// continue, so a busy device meets every kind of step too.
final class HIDSession: CTAPProcessor {
    /// The type of a step.
    enum Code: UInt8, CaseIterable {
        /// A raw report of a client, on the channel in the argument.
        case report
        /// A message in packets. The payload's first two bytes are its command and the number of packets to omit at the
        /// end.
        case message
        /// Replaces a client by a new one.
        case connect
        case read
        /// Advances the time by tenths of a second.
        case time
        case powerCycle
        /// Ends the current command.
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

    /// Executes the steps up to a `finish`, or all.
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
        // The previous client closes its connection on release, which must not happen under the lock.
        let previous = state.withLock { state in
            defer { state.clients[index] = client }
            return state.clients[index]
        }
        previous?.close()
        return client
    }

    /// After any input, once time has passed, a new client gets a channel, its echo and its response.
    private func checkThatItLives(_ device: CTAPHIDDevice) {
        state.withLock { state in
            state.steps = []
            state.uptime += .seconds(20)
        }
        // They retain the device, which retains this.
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
