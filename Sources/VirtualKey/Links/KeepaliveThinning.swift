import CTAP

/// Leaves out most keepalives of a request that takes long. A client of a hidraw node that is suspended reads nothing,
/// and what the kernel keeps for it is full after 63 reports; the answer would be lost. With these intervals a touch
/// may take 30 seconds, and the longest answer that libfido2 takes, of 2048 bytes in 35 reports, still has room.
/// Firefox gives a key up after 2 seconds without a report.
struct KeepaliveThinning {
    /// So many come as often as section 11.2.9.1.7 of CTAP 2.3 wants them.
    private static let unthinned = 6
    private static let interval = Duration.milliseconds(1500)

    /// The keepalive that left last, since which no other report left on its channel.
    private var last: (report: [UInt8], time: Duration)?
    private var count = 0

    /// Whether a report is to leave.
    /// - Parameter now: the monotonic time.
    mutating func passes(_ report: [UInt8], at now: Duration) -> Bool {
        guard let packet = CTAPHIDPacket(report: report) else { return false }
        guard case .initialization(.keepalive, _) = packet.kind else {
            if let last, last.report.starts(with: packet.channel.bytes) { self.last = nil }
            return true
        }
        // Another status is news.
        guard let last, last.report == report else {
            self.last = (report, now)
            count = 1
            return true
        }
        guard count < Self.unthinned || now - last.time >= Self.interval else { return false }
        self.last = (report, now)
        count += 1
        return true
    }
}
