import Glibc

/// A port of 127.0.0.1 that accepts connections and never answers; once closed, it refuses connections.
final class Silence: Sendable {
    struct Failure: Error {}

    let url: String
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw Failure() }
        url = "http://127.0.0.1:\(in_port_t(bigEndian: address.sin_port))"
    }

    func close() { Glibc.close(descriptor) }
}
