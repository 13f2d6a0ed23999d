import Glibc
import NIOCore
import NIOPosix

/// A Unix socket on which a fleet takes requests: one line in, one line out, in order on each connection.
public final class FleetListener: Sendable {
    private let channel: any Channel
    private let path: String

    /// Listens. The socket's file is for its owner alone (mode 0600).
    /// - Parameters:
    ///   - service: answers the lines.
    ///   - path: of the socket.
    ///   - onExhausted: gets the system's reason the first time that a connection cannot be accepted, such as for want
    ///     of descriptors.
    /// - Throws: `FleetListenerError` if the path is taken, and errors of the system.
    public init(
        _ service: FleetService, at path: String, onExhausted: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws {
        // An empty name, or one that begins with a zero, would be an abstract socket, open to every user (unix(7)).
        guard let first = path.utf8.first, first != 0 else { throw FleetListenerError.empty }
        guard path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else {
            throw FleetListenerError.tooLong
        }
        // A socket that nobody listens on is left from a process that was killed.
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else { throw FleetListenerError.notSocket }
            guard await !Self.isServed(path) else { throw FleetListenerError.inUse }
        }
        let before = umask(0o177)
        defer { umask(before) }
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Self.backoff(onExhausted))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(LineHandler(service, on: channel.eventLoop))
                }
            }
            .bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).get()
        self.path = path
    }

    /// Without a pause, a connection that cannot be accepted would be tried again at once, and forever.
    private static func backoff(_ onExhausted: @escaping @Sendable (String) -> Void) -> AcceptBackoffHandler {
        var isTold = false
        return AcceptBackoffHandler(shouldForwardIOErrorCaught: false) { error in
            if !isTold { onExhausted(String(cString: strerror(error.errnoCode))) }
            isTold = true
            return .milliseconds(200)
        }
    }

    private static func isServed(_ path: String) async -> Bool {
        let probe = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(unixDomainSocketPath: path)
        guard let channel = try? await probe.get() else { return false }
        try? await channel.close()
        return true
    }

    /// Ends and removes the socket's file. Connections end with the process.
    public func stop() async {
        try? await channel.close()
        unlink(path)
    }
}

/// Why a fleet does not listen at a path.
public enum FleetListenerError: Error, Sendable, Hashable, CustomStringConvertible {
    case empty, tooLong, notSocket, inUse

    public var description: String {
        switch self {
        case .empty: "found nothing, expected a path"
        case .tooLong: "a socket's path has at most 107 bytes"
        case .notSocket: "there is a file that is no socket"
        case .inUse: "another process listens there"
        }
    }
}
