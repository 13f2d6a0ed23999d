import CTAP

/// A connection that records one response and replays it for all later requests. What remains is libfido2's own time,
/// the lower bound for any key. For one thread.
final class ReplayTransport: ReportTransport, ReportConnection, @unchecked Sendable {
    // Sendable: the benchmark uses it from one task at a time.
    private let connection: any ReportConnection
    private var answer: [[UInt8]] = []
    private var next = 0
    /// While true, it records everything that it reads.
    var isRecording = false {
        didSet { answer = [] }
    }
    /// While true, no request reaches the key.
    var isReplaying = false

    init(_ transport: any ReportTransport) throws { connection = try transport.connect() }

    func connect() -> any ReportConnection { self }

    func write(_ report: [UInt8]) throws {
        next = 0
        if !isReplaying { try connection.write(report) }
    }

    func read(milliseconds: Int?) throws -> [UInt8]? {
        if isReplaying {
            defer { next += 1 }
            return next < answer.count ? answer[next] : nil
        }
        let report = try connection.read(milliseconds: milliseconds)
        if isRecording, let report { answer.append(report) }
        return report
    }

    func close() { connection.close() }
}
