import CLibFIDO2
import CTAP
import Synchronization

/// An open connection as libfido2's io functions see it. It knows where a request stands, so that a cancellation from
/// another thread neither gets lost nor falls between a request's packets, and it ends the waiting for a key that
/// does not answer.
final class KeyHandle: Sendable {
    /// How long a key is waited for.
    struct Patience: Sendable {
        /// Without a report on our channel: a key sends a keepalive every 100 ms while it works (section 11.2.9.1.7).
        var silence: Duration = .seconds(10)
        /// For the answer to a cancellation.
        var cancellation: Duration = .seconds(2)
    }

    private struct State {
        /// The request is sent, its answer awaited.
        var isReading = false
        var isCancelled = false
        var isCancelSent = false
        /// The channel of the request that was sent last, and when it, or the key's last report there, came by.
        var channel: [UInt8] = []
        var heard = ContinuousClock.now
        /// When a key that was canceled is given up.
        var end: ContinuousClock.Instant?
        var failure: String?
        var refusal: UInt8?
    }

    /// The 64 bytes of a report, and the number before them that libfido2 writes.
    private static let reportSize = 64
    /// How often the waiting looks up, in milliseconds.
    private static let slice = 100
    /// The bytes at the beginning of each packet that say whose it is (section 11.2.4).
    private static let channelSize = 4
    // The fifth byte of an initialization packet.
    private static let cancelCommand = 0x80 | CTAPHIDCommand.cancel.rawValue
    private static let errorCommand = 0x80 | CTAPHIDCommand.error.rawValue

    private let connection: any ReportConnection
    private let patience: Patience
    private let state = Mutex(State())
    /// While libfido2 has the device open. Locked while a cancellation is sent, so that the device cannot go meanwhile.
    private let device = Mutex<DevicePointer?>(nil)

    init(_ connection: any ReportConnection, patience: Patience) {
        self.connection = connection
        self.patience = patience
    }

    /// Why the connection broke.
    var failure: String? { state.withLock { $0.failure } }
    /// The code of a CTAPHID_ERROR that the key sent (section 11.2.9.1.6); libfido2 drops it.
    var refusal: UInt8? { state.withLock { $0.refusal } }
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// From now on a cancellation is sent to this device.
    func attach(_ device: OpaquePointer) {
        let pointer = DevicePointer(pointer: device)
        self.device.withLock { $0 = pointer }
    }

    /// libfido2 is about to close the device.
    func detach() { device.withLock { $0 = nil } }

    func close() { connection.close() }

    /// Ends the request under way, and refuses any other. From any thread.
    func cancel() {
        let isAttached = device.withLock { $0 != nil }
        state.withLock { state in
            guard !state.isCancelled else { return }
            state.isCancelled = true
            // A key that is just being opened knows no cancellation.
            state.end = isAttached ? .now + patience.cancellation : .now
        }
        sendCancellation()
    }

    /// CTAPHID_CANCEL goes out once, and only while an answer is awaited: between the packets of a request it would
    /// break that, and before it the key would ignore it.
    private func sendCancellation() {
        device.withLock { device in
            guard let device else { return }
            let isDue = state.withLock { state in
                guard state.isCancelled, state.isReading, !state.isCancelSent else { return false }
                state.isCancelSent = true
                return true
            }
            if isDue { fido_dev_cancel(device.pointer) }
        }
    }

    /// libfido2's write: a report number and a report.
    /// - Returns: false where the connection broke or the operation was canceled.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count == Self.reportSize + 1 else { return false }
        let report = Array(bytes.dropFirst())
        guard report[4] == Self.cancelCommand || !isCancelled else { return false }
        state.withLock { state in
            state.channel = Array(report.prefix(Self.channelSize))
            state.heard = .now
        }
        do {
            try connection.write(report)
            return true
        } catch {
            fail("\(error)")
            return false
        }
    }

    /// libfido2's read, which has to wait itself.
    /// - Parameter milliseconds: negative waits for ever.
    /// - Returns: false where no report came, the connection broke, or a canceled key was given up.
    func read(into buffer: UnsafeMutableRawBufferPointer, milliseconds: Int32) -> Bool {
        state.withLock { $0.isReading = true }
        defer { state.withLock { $0.isReading = false } }
        sendCancellation()
        let clock = ContinuousClock()
        let limit: ContinuousClock.Instant? = milliseconds < 0 ? nil : clock.now + .milliseconds(Int64(milliseconds))
        while true {
            do {
                if let report = try connection.read(milliseconds: Self.slice(until: limit, at: clock.now)) {
                    guard report.count == Self.reportSize, buffer.count == Self.reportSize else { return false }
                    if report[4] == Self.errorCommand { state.withLock { $0.refusal = report[7] } }
                    buffer.copyBytes(from: report)
                    // libfido2 passes over reports on other channels, of which a device that is no key has no end.
                    guard isHeard(report, at: clock.now) else { return false }
                    // A key that goes on working although it was canceled.
                    return !isGivenUp(at: clock.now)
                }
            } catch {
                fail("\(error)")
                return false
            }
            if isGivenUp(at: clock.now) { return false }
            if let limit, clock.now >= limit { return false }
            guard isHeard(nil, at: clock.now) else { return false }
        }
    }

    /// - Returns: false where the key has been silent on our channel for too long.
    private func isHeard(_ report: [UInt8]?, at now: ContinuousClock.Instant) -> Bool {
        let isHeard = state.withLock { state in
            if let report, report.starts(with: state.channel) { state.heard = now }
            return now - state.heard < patience.silence
        }
        if !isHeard { fail("it has not answered for \(patience.silence)") }
        return isHeard
    }

    private static func slice(until limit: ContinuousClock.Instant?, at now: ContinuousClock.Instant) -> Int {
        guard let limit else { return slice }
        let left = (limit - now) / .milliseconds(1)
        return min(max(Int(left.rounded(.up)), 0), slice)
    }

    private func isGivenUp(at now: ContinuousClock.Instant) -> Bool {
        state.withLock { state in state.end.map { now >= $0 } ?? false }
    }

    private func fail(_ reason: String) {
        state.withLock { state in state.failure = state.failure ?? reason }
    }
}

/// libfido2 lets another thread cancel what one is waiting for.
private struct DevicePointer: @unchecked Sendable {
    let pointer: OpaquePointer
}
