import CTAP

/// A client's connection to the device: it owns the channels that it makes, and its reports wait here until its link
/// takes them.
final class DeviceConnection: Sendable {
    private struct Outbox {
        var reports: [[UInt8]] = []
        /// The index of the first report not yet taken.
        var first = 0
        var isClosed = false
        var abandonedChannel: CTAPHIDChannel?

        var count: Int { reports.count - first }

        mutating func removeFirst() -> [UInt8]? {
            guard first < reports.count else { return nil }
            let report = reports[first]
            first += 1
            if first == reports.count {
                reports.removeAll(keepingCapacity: true)
                first = 0
            } else if first == Self.compaction {
                // Without this, a reader that never quite catches up would keep everything it has read.
                reports.removeFirst(first)
                first = 0
            }
            return report
        }

        private static let compaction = 1024
    }

    /// Counted from 1 within a device.
    let number: Int
    private let outbox = Monitor(Outbox())
    private let wake: @Sendable () -> Void

    /// - Parameter wake: called after reports arrive and after the device has closed the connection; from any thread,
    ///   with the device's lock held.
    init(number: Int, wake: @escaping @Sendable () -> Void) {
        self.number = number
        self.wake = wake
    }

    var isClosed: Bool { outbox.withLock { $0.isClosed } }

    /// After the device has closed the connection: the message for a client that waits for a response and cannot be
    /// disconnected. Otherwise libfido2 would wait forever.
    var farewell: CTAPHIDMessage? {
        outbox.withLock { $0.abandonedChannel }.map {
            CTAPHIDMessage(channel: $0, command: .error, payload: [CTAPHIDError.invalidChannel.rawValue])
        }
    }

    /// Reports not yet taken.
    var unread: Int { outbox.withLock { $0.count } }

    // MARK: - The device's side

    func send(_ message: CTAPHIDMessage) {
        let reports = message.reports
        outbox.change { if !$0.isClosed { $0.reports += reports } }
        wake()
    }

    /// - Parameter channel: the channel on which a response was awaited.
    func close(abandoning channel: CTAPHIDChannel? = nil) {
        outbox.change { outbox in
            outbox.isClosed = true
            outbox.abandonedChannel = channel
            outbox.reports = []
            outbox.first = 0
        }
        wake()
    }

    // MARK: - The link's side

    func nextReport() -> [UInt8]? { outbox.withLock { $0.removeFirst() } }

    /// Wakes a reader for a change other than a report.
    func nudge() { outbox.change { _ in } }

    var changeCount: Int { outbox.changeCount }

    func wait(after count: Int, atMost time: Duration?) { outbox.wait(after: count, atMost: time) }
}
