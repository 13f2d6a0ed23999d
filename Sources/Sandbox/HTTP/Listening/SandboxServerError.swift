import Glibc
import NIOCore
import ToqueEncoding

/// A configuration that the server cannot use, such as an unavailable address.
public struct SandboxServerError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    init(description: String) { self.description = description }

    init(_ error: any Error, listeningOn address: ListenAddress) {
        description = "cannot listen on \(address): \(Self.reason(error, address))"
    }

    private static func reason(_ error: any Error, _ address: ListenAddress) -> String {
        switch error {
        case let error as IOError where error.errnoCode == EADDRINUSE:
            let owner = PortOwner.find(port: address.port).map { ", by \($0)" } ?? ""
            return "the port is in use\(owner); name another port, or 0 for a free one"
        case let error as IOError where error.errnoCode == EADDRNOTAVAIL:
            return "this machine does not have the address; name one of its own, such as 127.0.0.1"
        case let error as IOError where error.errnoCode == EACCES:
            return "ports below 1024 are the system's; name a higher one, or 0 for a free one"
        case let error as IOError:
            // The system's own words: an IOError's description adds the failed call.
            return "\(String(cString: strerror(error.errnoCode))); name another address"
        case is SocketAddressError: return "\(address.host.quoted) is neither an address nor a known name"
        default: return "\(error)"
        }
    }
}
