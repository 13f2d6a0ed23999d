import Glibc

/// Blocking TCP on 127.0.0.1.
enum LoopbackSocket {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Connects to a port.
    static func connected(to port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard withAddress(port, { connect(descriptor, $0, $1) }) == 0 else {
            let failure = failure("127.0.0.1:\(port)")
            close(descriptor)
            throw failure
        }
        sendAtOnce(descriptor)
        return descriptor
    }

    /// Listens on a free port.
    static func listening() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        guard withAddress(0, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 128) == 0,
            withUnsafeMutablePointer(
                to: &address,
                { address in
                    address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        getsockname(descriptor, $0, &length)
                    }
                }) == 0
        else {
            let failure = failure("no socket that listens")
            close(descriptor)
            throw failure
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// The next connection; nil if the socket is closed.
    static func accepted(by descriptor: Int32) -> Int32? {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return nil }
        sendAtOnce(connection)
        return connection
    }

    /// - Returns: false if the other end does not read.
    static func send(_ message: [UInt8], to descriptor: Int32) -> Bool {
        var sent = 0
        while sent < message.count {
            let count = message[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Sends messages at once, like most clients (without the delay of RFC 896).
    private static func sendAtOnce(_ descriptor: Int32) {
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func withAddress(
        _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func failure(_ what: String) -> Failure {
        Failure(description: "\(what): \(String(cString: strerror(errno)))")
    }
}
