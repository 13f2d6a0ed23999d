import CTAP

/// A client's way into the device: the channels that it makes are its own, and the reports for it wait here until its
/// link takes them.
final class DeviceConnection: Sendable {
    private struct Outbox {
        var reports: [[UInt8]] = []
        /// Reports before this one were taken.
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
                // A reader that never quite catches up must not keep what it has read.
                reports.removeFirst(first)
                first = 0
            }
            return report
        }

        private static let compaction = 1024
    }

    /// Counts up from 1 in one device.
    let number: Int
    private let outbox = Monitor(Outbox())
    private let wake: @Sendable () -> Void

    /// - Parameter wake: is called after reports have come in and after the device has closed the connection; from any
    ///   thread, with the device's lock held.
    init(number: Int, wake: @escaping @Sendable () -> Void) {
        self.number = number
        self.wake = wake
    }

    var isClosed: Bool { outbox.withLock { $0.isClosed } }

    /// After the device has closed the connection: what a client is told that waited for an answer, where the client
    /// itself cannot be sent away. libfido2 would wait for ever.
    var farewell: CTAPHIDMessage? {
        outbox.withLock { $0.abandonedChannel }.map {
            CTAPHIDMessage(channel: $0, command: .error, payload: [CTAPHIDError.invalidChannel.rawValue])
        }
    }

    /// Reports that were not taken yet.
    var unread: Int { outbox.withLock { $0.count } }

    // MARK: - The device's side

    func send(_ message: CTAPHIDMessage) {
        let reports = message.reports
        outbox.change { if !$0.isClosed { $0.reports += reports } }
        wake()
    }

    /// - Parameter channel: where an answer was awaited.
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

    /// Wakes a reader, for something else than a report has changed.
    func nudge() { outbox.change { _ in } }

    var changeCount: Int { outbox.changeCount }

    func wait(after count: Int, atMost time: Duration?) { outbox.wait(after: count, atMost: time) }
}
