import APIClient
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// What all connections of a fleet share: admitted servers with their addresses, TLS, and the time limit.
final class FleetNetwork: Sendable {
    let timeout: TimeAmount
    private let policy: HostPolicy
    private let tls: NIOSSLContext
    private let admitted = Mutex<[ServerURL: FleetServer]>([:])

    /// - Parameters:
    ///   - timeout: of a request, and of the attempt to connect.
    ///   - certificates: trusted in addition to the machine's.
    /// - Throws: if the machine's certificates cannot be read.
    init(policy: HostPolicy, timeout: Duration, trusting certificates: [NIOSSLCertificate] = []) throws {
        self.policy = policy
        self.timeout = TimeAmount(timeout)
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.additionalTrustRoots = [.certificates(certificates)]
        tls = try NIOSSLContext(configuration: configuration)
    }

    /// Admits a server to requests. Its name is resolved once, on a thread that may wait.
    @discardableResult
    func admit(_ server: ServerURL) async throws(TargetError) -> FleetServer {
        if let known = admitted.withLock({ $0[server] }) { return known }
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
        let made = FleetServer(server, try result.get())
        return admitted.withLock { admitted in
            let first = admitted[server] ?? made
            admitted[server] = first
            return first
        }
    }

    /// Admits the server of a URL that an answer gave.
    /// - Parameter base: the server of a URL without one.
    /// - Returns: the server and the path.
    func admit(_ url: String, from base: FleetServer) async throws(TargetError) -> (server: FleetServer, path: String) {
        if base.url.path.isEmpty, let path = base.path(of: url) { return (base, path) }
        if url.hasPrefix("/"), !url.hasPrefix("//") { return (try await admit(base.url.root), url) }
        guard let place = ServerURL.locate(url) else { throw .notURL }
        return (try await admit(place.server), place.path)
    }

    func connect(to server: FleetServer, on loop: any EventLoop) -> EventLoopFuture<any Channel> {
        connect(to: server.addresses[...], of: server, on: loop)
    }

    /// Tries one address after the other.
    private func connect(
        to addresses: ArraySlice<SocketAddress>, of server: FleetServer, on loop: any EventLoop
    ) -> EventLoopFuture<any Channel> {
        guard let address = addresses.first else {
            return loop.makeFailedFuture(ExchangeError("the server has no address"))
        }
        let (isEncrypted, tls) = (server.isEncrypted, tls)
        let host = server.url.authority.host
        let name = Self.isAddress(host) ? nil : host
        let channel = ClientBootstrap(group: loop).connectTimeout(timeout)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if isEncrypted {
                        try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: name))
                    }
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
