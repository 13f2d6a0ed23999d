import Glibc

/// The limits on a client's use of resources.
public struct ServerLimits: Sendable, Hashable {
    /// Bytes of a request's body; larger ones get 413.
    public var bodySize = 256 << 10
    /// Bytes of a request's target and headers together, and of each; more gets 431.
    public var headSize = 16 << 10
    /// Headers of a request; more gets 431.
    public var headers = 100
    /// Open connections; further ones wait until one ends. The process's descriptor limit may lower it.
    public var connections = 1024
    /// From a request's first byte to its last; a slower request gets 408 or its connection ends.
    public var requestTime = Duration.seconds(20)
    /// How long a refused client may keep sending unread data before its connection ends.
    public var lingerTime = Duration.seconds(2)
    /// How long a connection may stay open without a request.
    public var idleTime = Duration.seconds(75)
    /// A handler's time to respond; longer gets 503. Streams and requested delays do not count.
    public var handlerTime = Duration.seconds(30)
    /// How long a client may leave a response unread; then its connection is reset.
    public var sendTime = Duration.seconds(20)
    /// Bytes of unread responses on all connections together. Above it, requests get 503 and `pressedSendTime` replaces
    /// `sendTime`. A connection has one response at a time.
    public var unsentBytes = 64 << 20
    /// Replaces `sendTime` above `unsentBytes`; at most `sendTime`.
    public var pressedSendTime = Duration.seconds(1)

    public init() {}
}

/// The process's limit of open files and sockets (getrlimit(2)).
enum DescriptorLimit {
    /// For the database, the listening socket, event loops, webhooks and the embedding program's own files.
    private static let reserve = 64

    /// The number of connections possible without running out of descriptors.
    static func connections(wanted: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return wanted }
        return max(1, min(wanted, Int(clamping: limit.rlim_cur) - reserve))
    }
}
