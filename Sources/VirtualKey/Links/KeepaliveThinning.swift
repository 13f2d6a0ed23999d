import CTAP

/// Omits most keepalives of a long request. A suspended client of a hidraw node reads nothing, and the kernel's buffer
/// for it is full after 63 reports: the response would be lost. With these intervals a touch may take 30 seconds, and
/// the longest response that libfido2 accepts, 2048 bytes in 35 reports, still fits. Firefox gives up on a key after 2
/// seconds without a report.
struct KeepaliveThinning {
    /// The first ones are as frequent as section 11.2.9.1.7 of CTAP 2.3 requires.
    private static let unthinned = 6
    private static let interval = Duration.milliseconds(1500)

    /// The last keepalive sent, if no other report has left on its channel since.
    private var last: (report: [UInt8], time: Duration)?
    private var count = 0

    /// True if a report should leave.
    /// - Parameter now: the monotonic time.
    mutating func passes(_ report: [UInt8], at now: Duration) -> Bool {
        guard let packet = CTAPHIDPacket(report: report) else { return false }
        guard case .initialization(.keepalive, _) = packet.kind else {
            if let last, last.report.starts(with: packet.channel.bytes) { self.last = nil }
            return true
        }
        // Another status is new information.
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
