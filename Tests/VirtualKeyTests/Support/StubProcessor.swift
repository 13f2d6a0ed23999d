import CTAP
import Synchronization
import ToqueWebAuthn

/// Answers getInfo at once, getNextAssertion with a refusal, and credential management with more than CTAPHID carries.
/// Awaits a touch for selection and, ignoring cancellation, for reset. With U2F it reports its version, knows no key
/// handle and is never touched. It has no large blobs.
final class StubProcessor: CTAPProcessor {
    static let info = AuthenticatorGetInfo(
        versions: ["FIDO_2_0", "FIDO_2_1_PRE", "FIDO_2_1"], aaguid: AAGUID([UInt8](repeating: 7, count: 16)) ?? .zero,
        options: ["rk": true], maxMsgSize: 100)

    struct Record {
        var commands: [CTAPCommand] = []
        var u2fCommands: [U2FCommand] = []
        var atOnce = 0
        var mostAtOnce = 0
        var powerCycles = 0
        /// The number of received commands at each change of channel.
        var channelChanges: [Int] = []
    }

    let record = Mutex(Record())
    let touch = Gate()
    let release = Gate()
    /// Runs before the processor handles a power cycle.
    let whilePowerless = Mutex<@Sendable () -> Void>({})

    let speaksU2F: Bool

    init(speaksU2F: Bool = false) { self.speaksU2F = speaksU2F }

    var maxMsgSize: Int { 100 }

    var commands: Set<CTAPCommandCode> { Set(CTAPCommandCode.allCases).subtracting([.largeBlobs]) }

    func process(
        _ command: CTAPCommand, keepalive: @escaping @Sendable (KeepaliveStatus) -> Void
    ) async throws(CTAPStatus) -> CTAPResponse {
        record.withLock {
            $0.commands.append(command)
            $0.atOnce += 1
            $0.mostAtOnce = max($0.mostAtOnce, $0.atOnce)
        }
        defer { record.withLock { $0.atOnce -= 1 } }
        switch command {
        case .getInfo: return .getInfo(Self.info)
        case .selection:
            keepalive(.upNeeded)
            let isTouched = await touch.wait()
            keepalive(.processing)
            guard isTouched else { throw .keepaliveCancel }
            return .empty
        case .reset:
            keepalive(.upNeeded)
            await release.waitUncanceled()
            return .empty
        case .credentialManagement:
            var response = AuthenticatorCredentialManagement.Response()
            response.rpIDHash = [UInt8](repeating: 0, count: CTAPHIDPacket.maxMessage)
            return .credentialManagement(response)
        default: throw .notAllowed
        }
    }

    func process(_ command: U2FCommand) async throws(U2FStatus) -> U2FResponse {
        record.withLock { $0.u2fCommands.append(command) }
        switch command {
        case .version: return .version
        case .authenticate: throw .wrongData
        case .register: throw .conditionsNotSatisfied
        }
    }

    func channelChanged() { record.withLock { $0.channelChanges.append($0.commands.count) } }

    func powerCycle() {
        whilePowerless.withLock(\.self)()
        record.withLock { $0.powerCycles += 1 }
    }
}

/// Lets one waiting task through at a time.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: CheckedContinuation<Bool, Never>?
    }

    private let state = Mutex(State())

    /// - Returns: false if the task was canceled.
    func wait() async -> Bool {
        await withTaskCancellationHandler {
            await waitForPass()
        } onCancel: {
            pass(false)
        }
    }

    func waitUncanceled() async { _ = await waitForPass() }

    /// Lets the waiting task through, or the next one.
    func open() { pass(true) }

    private func waitForPass() async -> Bool {
        await withCheckedContinuation { continuation in
            let passed: Bool? = state.withLock { state in
                if state.isOpen || Task.isCancelled {
                    defer { state.isOpen = false }
                    return state.isOpen
                }
                state.waiting = continuation
                return nil
            }
            if let passed { continuation.resume(returning: passed) }
        }
    }

    private func pass(_ value: Bool) {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            if state.waiting == nil { state.isOpen = value }
            return state.waiting
        }
        waiting?.resume(returning: value)
    }
}
