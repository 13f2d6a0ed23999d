import APIClient
import Glibc
import NIOCore
import ToqueEncoding

/// Which hosts may get load: this machine, and those that the caller names. A fleet's requests are many, so that a
/// wrong target must not get a single one.
public struct HostPolicy: Sendable {
    private let allowed: Set<String>

    /// Only loopback.
    public init() { allowed = [] }

    /// - Parameter hosts: names or addresses beside loopback.
    /// - Throws: `TargetError.notHost` for text that is neither, such as one with a port.
    public init(allowing hosts: some Sequence<String>) throws(TargetError) {
        var allowed: Set<String> = []
        for host in hosts {
            // As in URLs, in which targets are named.
            let inURL = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
            guard let authority = Authority(inURL), authority.port == nil else { throw .notHost }
            allowed.insert(authority.host)
        }
        self.allowed = allowed
    }

    /// The addresses of a server. Waits for the resolver. Connections go to these addresses and to no other, so that
    /// a name cannot lead elsewhere later.
    /// - Throws: for a host that is neither loopback nor allowed, whether by name or by one of its addresses, and for
    ///   a name without an address.
    func addresses(of server: ServerURL) throws(TargetError) -> [SocketAddress] {
        let host = server.authority.host
        let port = Int(server.authority.port ?? (server.scheme == "https" ? 443 : 80))
        let isAllowed = allowed.contains(host)
        guard isAllowed || server.isLoopback else { throw .notAllowed(host) }
        let addresses = try Self.resolve(host, port: port)
        guard isAllowed || addresses.allSatisfy(Self.isLoopback) else { throw .notAllowed(host) }
        return addresses
    }

    private static func isLoopback(_ address: SocketAddress) -> Bool {
        address.ipAddress.map(Authority.isLoopback) ?? false
    }

    private static func resolve(_ host: String, port: Int) throws(TargetError) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, String(port), &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard status == 0 else { throw .unresolved(host, String(cString: gai_strerror(status))) }
        var addresses: [SocketAddress] = []
        for entry in sequence(first: list, next: { $0?.pointee.ai_next }) {
            guard let entry, let address = entry.pointee.ai_addr else { continue }
            switch entry.pointee.ai_family {
            case AF_INET:
                address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    addresses.append(SocketAddress($0.pointee, host: host))
                }
            case AF_INET6:
                address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                    addresses.append(SocketAddress($0.pointee, host: host))
                }
            default: continue
            }
        }
        guard !addresses.isEmpty else { throw .unresolved(host, "no address") }
        return addresses
    }
}

/// Why a target gets no requests.
public enum TargetError: Error, Sendable, Hashable, CustomStringConvertible {
    case notAllowed(String)
    case unresolved(String, String)
    /// Text that is no `http` or `https` URL.
    case notURL
    /// An allowed host that is none. It may be a URL with a password, so that no error shows it.
    case notHost

    public var description: String {
        switch self {
        case .notAllowed(let host): "\(host) is neither this machine nor allowed"
        case .unresolved(let host, let reason): "\(host) leads to no address (\(reason))"
        case .notURL: "the answer's URL is not one of http or https"
        case .notHost: "a host is a name or an address without scheme and port"
        }
    }

    /// True if the caller did not allow the host.
    public var isRefusal: Bool { if case .notAllowed = self { true } else { false } }

    /// What to do, if there is more to say.
    public var remedy: String? {
        switch self {
        case .notAllowed(let host): "pass --allow-host \(host) if you may put load on it"
        case .unresolved, .notURL, .notHost: nil
        }
    }
}
