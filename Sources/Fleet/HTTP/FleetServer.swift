import APIClient
import NIOCore

/// A server that may get requests, with the addresses of its name. Compared by identity: one for each URL.
final class FleetServer: Sendable {
    let url: ServerURL
    let addresses: [SocketAddress]
    /// The content of the `Host` header.
    let host: String
    /// What URLs of this server begin with, without a path.
    private let root: String

    init(_ url: ServerURL, _ addresses: [SocketAddress]) {
        self.url = url
        self.addresses = addresses
        host = url.authority.description
        root = "\(url.scheme)://\(host)"
    }

    var isEncrypted: Bool { url.scheme == "https" }

    /// The path of a URL of this server as `ServerURL.locate` finds it; nil for any other text. Answers mostly lead to
    /// the target itself, so this is quick.
    func path(of url: String) -> String? {
        guard url.hasPrefix(root) else { return nil }
        let path = url.utf8.dropFirst(root.utf8.count)
        guard path.first == UInt8(ascii: "/"),
            path.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
        else { return nil }
        return String(path)
    }
}
