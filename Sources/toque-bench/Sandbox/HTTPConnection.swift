import Glibc

/// One HTTP/1.1 connection that a thread waits on. It does as little as a client can, so that what is measured is the
/// server's work.
final class HTTPConnection {
    struct Answer {
        let status: Int
        let location: String?
        let body: [UInt8]
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let descriptor: Int32
    private let host: String
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    /// - Parameter port: of 127.0.0.1.
    init(port: UInt16) throws {
        host = "127.0.0.1:\(port)"
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(description: "\(host): \(String(cString: strerror(errno)))") }
        // A request leaves at once, as with any client (RFC 896 is for others).
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    /// Sends a request and waits for the answer.
    /// - Parameter fields: lines of the head, each with its CRLF.
    func send(_ method: String, _ path: String, fields: String = "", body: [UInt8] = []) throws -> Answer {
        let head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nContent-Length: \(body.count)\r\n\(fields)\r\n"
        let message = Array(head.utf8) + body
        var sent = 0
        while sent < message.count {
            let count = message[sent...].withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { throw Failure(description: "\(method) \(path): the server does not read") }
            sent += count
        }
        return try receive("\(method) \(path)")
    }

    private func receive(_ request: String) throws -> Answer {
        var message: [UInt8] = []
        var head: AnswerHead?
        while true {
            if head == nil { head = AnswerHead(message) }
            if let head, message.count >= head.length + head.bodyLength {
                return Answer(
                    status: head.status, location: head.location, body: Array(message[head.length...]))
            }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { throw Failure(description: "\(request): the connection ended") }
            message += buffer[..<count]
        }
    }
}

/// What a client has to know of an answer's head.
private struct AnswerHead {
    let status: Int
    var location: String?
    var bodyLength = 0
    /// With the empty line.
    let length: Int

    /// - Returns: nil where it is not complete.
    init?(_ message: [UInt8]) {
        let end: [UInt8] = [13, 10, 13, 10]
        guard let start = message.indices.first(where: { message[$0...].starts(with: end) }) else { return nil }
        length = start + end.count
        let lines = String(decoding: message[..<start], as: UTF8.self).split(separator: "\r\n")
        status = lines.first.flatMap { Int($0.dropFirst(9).prefix(3)) } ?? 0
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            switch line[..<colon].lowercased() {
            case "content-length": bodyLength = Int(value) ?? 0
            case "location": location = String(value)
            default: break
            }
        }
    }
}
