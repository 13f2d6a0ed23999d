import APIClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// What all connections of a fleet share: admitted servers with their addresses, TLS, and the time limit.
final class FleetNetwork: Sendable {
    let timeout: TimeAmount
    private let policy: HostPolicy
    private let tls: NIOSSLContext
    private let admitted = Mutex<[ServerURL: [SocketAddress]]>([:])

    /// - Parameter timeout: of a request, and of the attempt to connect.
    /// - Throws: if the machine's certificates cannot be read.
    init(policy: HostPolicy, timeout: Duration) throws {
        self.policy = policy
        self.timeout = TimeAmount(timeout)
        tls = try NIOSSLContext(configuration: .makeClientConfiguration())
    }

    /// Admits a server to requests. Its name is resolved once, on a thread that may wait.
    func admit(_ server: ServerURL) async throws(TargetError) {
        let server = server.root
        guard admitted.withLock({ $0[server] == nil }) else { return }
        let policy = policy
        let result: Result<[SocketAddress], TargetError>
        do {
            result = try await NIOThreadPool.singleton.runIfActive {
                do throws(TargetError) {
                    return .success(try policy.addresses(of: server))
                } catch {
                    return .failure(error)
                }
            }
        } catch {
            result = .failure(.unresolved(server.authority.host, "the process is ending"))
        }
        let addresses = try result.get()
        admitted.withLock { $0[server] = addresses }
    }

    /// Admits the server of a URL that an answer gave.
    /// - Parameter base: the server of a URL without one.
    /// - Returns: the server and the path.
    func admit(_ url: String, from base: ServerURL) async throws(TargetError) -> (server: ServerURL, path: String) {
        if url.hasPrefix("/"), !url.hasPrefix("//") { return (base.root, url) }
        guard let place = ServerURL.locate(url) else { throw .notURL }
        try await admit(place.server)
        return place
    }

    func connect(to server: ServerURL, on loop: any EventLoop) -> EventLoopFuture<any Channel> {
        let addresses = admitted.withLock { $0[server] ?? [] }
        return connect(to: addresses[...], of: server, on: loop)
    }

    /// Tries one address after the other.
    private func connect(
        to addresses: ArraySlice<SocketAddress>, of server: ServerURL, on loop: any EventLoop
    ) -> EventLoopFuture<any Channel> {
        guard let address = addresses.first else {
            return loop.makeFailedFuture(ExchangeError("the server was not admitted"))
        }
        let (isEncrypted, tls) = (server.scheme == "https", tls)
        let name = Self.isAddress(server.authority.host) ? nil : server.authority.host
        let channel = ClientBootstrap(group: loop).connectTimeout(timeout)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if isEncrypted {
                        try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: name))
                    }
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandler(ExchangeHandler())
                }
            }
            .connect(to: address)
        guard addresses.count > 1 else { return channel }
        return channel.flatMapError { _ in self.connect(to: addresses.dropFirst(), of: server, on: loop) }
    }

    private static func isAddress(_ host: String) -> Bool {
        (try? SocketAddress(ipAddress: host, port: 0)) != nil
    }
}

extension ServerURL {
    /// The same server without a path prefix.
    var root: ServerURL { path.isEmpty ? self : ServerURL("\(scheme)://\(authority)") ?? self }
}
