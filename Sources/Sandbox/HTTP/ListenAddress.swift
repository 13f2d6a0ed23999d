/// An address to listen on.
struct ListenAddress: Hashable, CustomStringConvertible {
    /// A name, an IPv4 address, or an IPv6 address without brackets.
    let host: String
    /// 0 for a free one.
    let port: Int

    /// `127.0.0.1:8080` or `[::1]:8080`, as it stands in a URL.
    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
