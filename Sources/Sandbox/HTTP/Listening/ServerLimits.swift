import Glibc

/// How much of anything a client may take.
public struct ServerLimits: Sendable, Hashable {
    /// Bytes of a request's body; more is 413.
    public var bodySize = 256 << 10
    /// Bytes of a request's target and headers together, and of each; more is 431.
    public var headSize = 16 << 10
    /// Headers of a request; more is 431.
    public var headers = 100
    /// Connections that are open at once; further ones wait until one ends. Fewer where the process may not have as
    /// many descriptors.
    public var connections = 1024
    /// From a request's first byte to its last one; a request that takes longer is 408, or the connection ends.
    public var requestTime = Duration.seconds(20)
    /// How long a client that was refused may still send what nobody reads, before its connection ends.
    public var lingerTime = Duration.seconds(2)
    /// How long a connection may stand open without a request.
    public var idleTime = Duration.seconds(75)
    /// What a handler may take to answer; longer is 503. A stream and a wanted delay are not counted.
    public var handlerTime = Duration.seconds(30)
    /// How long a client may take nothing of an answer that waits for it; then its connection is reset.
    public var sendTime = Duration.seconds(20)
    /// Bytes of answers that wait for their clients, of all connections together. While there are more, requests are
    /// 503, and `pressedSendTime` counts in place of `sendTime`. One connection has one answer at a time.
    public var unsentBytes = 64 << 20
    /// `sendTime` while more than `unsentBytes` wait; at most `sendTime`.
    public var pressedSendTime = Duration.seconds(1)

    public init() {}
}

/// How many files and sockets the process may have open (getrlimit(2)).
enum DescriptorLimit {
    /// For the database, the listening socket, event loops, webhooks and what the embedding program has open.
    private static let reserve = 64

    /// The connections that can be had without running out of descriptors.
    static func connections(wanted: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return wanted }
        return max(1, min(wanted, Int(clamping: limit.rlim_cur) - reserve))
    }
}
