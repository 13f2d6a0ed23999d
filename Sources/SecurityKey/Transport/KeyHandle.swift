import CLibFIDO2
import CTAP
import Synchronization

/// An open connection, for libfido2's io functions. It tracks the progress of a request, so a cancellation from another
/// thread is neither lost nor sent between a request's packets. It also ends the wait for a key that does not respond.
final class KeyHandle: Sendable {
    /// Timeouts for a key.
    struct Patience: Sendable {
        /// Without a report on our channel: a working key sends a keepalive every 100 ms (section 11.2.9.1.7).
        var silence: Duration = .seconds(10)
        /// For the response to a cancellation.
        var cancellation: Duration = .seconds(2)
    }

    private struct State {
        /// The request is sent; its response is awaited.
        var isReading = false
        var isCancelled = false
        var isCancelSent = false
        /// The channel of the last request, and the time of that request or of the key's last report there.
        var channel: [UInt8] = []
        var heard = ContinuousClock.now
        /// The time at which to give up a canceled key.
        var end: ContinuousClock.Instant?
        var failure: String?
        var refusal: UInt8?
    }

    /// The 64 bytes of a report, after the report number that libfido2 writes.
    private static let reportSize = 64
    /// The interval of checks while waiting, in milliseconds.
    private static let slice = 100
    /// The bytes at the start of each packet that identify its channel (section 11.2.4).
    private static let channelSize = 4
    // The fifth byte of an initialization packet.
    private static let cancelCommand = 0x80 | CTAPHIDCommand.cancel.rawValue
    private static let errorCommand = 0x80 | CTAPHIDCommand.error.rawValue

    private let connection: any ReportConnection
    private let patience: Patience
    private let state = Mutex(State())
    /// Set while libfido2 has the device open. Locked while a cancellation is sent, so the device cannot disappear
    /// meanwhile.
    private let device = Mutex<DevicePointer?>(nil)

    init(_ connection: any ReportConnection, patience: Patience) {
        self.connection = connection
        self.patience = patience
    }

    /// The reason why the connection broke.
    var failure: String? { state.withLock { $0.failure } }
    /// The code of the key's CTAPHID_ERROR (section 11.2.9.1.6), which libfido2 drops.
    var refusal: UInt8? { state.withLock { $0.refusal } }
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Directs later cancellations to this device.
    func attach(_ device: OpaquePointer) {
        let pointer = DevicePointer(pointer: device)
        self.device.withLock { $0 = pointer }
    }

    /// libfido2 is about to close the device.
    func detach() { device.withLock { $0 = nil } }

    func close() { connection.close() }

    /// Ends the current request and refuses any other. From any thread.
    func cancel() {
        let isAttached = device.withLock { $0 != nil }
        state.withLock { state in
            guard !state.isCancelled else { return }
            state.isCancelled = true
            // A key that is being opened does not support cancellation.
            state.end = isAttached ? .now + patience.cancellation : .now
        }
        sendCancellation()
    }

    /// Sends CTAPHID_CANCEL, once and only while a response is awaited. Between a request's packets it would break the
    /// request; earlier, the key would ignore it.
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
    /// - Returns: false if the connection broke or the operation was canceled.
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

    /// libfido2's read, which does its own waiting.
    /// - Parameter milliseconds: negative waits forever.
    /// - Returns: false if no report came, the connection broke, or a canceled key was given up.
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
                    // libfido2 ignores reports on other channels, which a device that is not a key may send without
                    // end.
                    guard isHeard(report, at: clock.now) else { return false }
                    // A key that keeps working although it was canceled.
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

    /// - Returns: false if the key has been silent on our channel for too long.
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

/// libfido2 lets one thread cancel another thread's wait.
private struct DevicePointer: @unchecked Sendable {
    let pointer: OpaquePointer
}
