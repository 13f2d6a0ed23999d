import Glibc

/// One blocking HTTP/1.1 connection. It does as little as a client can, so the measurement shows the server's work.
final class HTTPConnection {
    struct Answer {
        let status: Int
        let location: String?
        let body: [UInt8]
        let firstByte: ContinuousClock.Instant
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let descriptor: Int32
    private let host: String
    private var reader: HTTPMessageReader

    /// - Parameters:
    ///   - port: the port on 127.0.0.1.
    ///   - host: the name in the requests.
    init(port: UInt16, host: String = "127.0.0.1") throws {
        self.host = "\(host):\(port)"
        descriptor = try LoopbackSocket.connected(to: port)
        reader = HTTPMessageReader(descriptor)
    }

    deinit { close(descriptor) }

    /// Sends a request and waits for the response.
    /// - Parameter fields: header lines, each with its CRLF.
    func send(_ method: String, _ path: String, fields: String = "", body: [UInt8] = []) throws -> Answer {
        let head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nContent-Length: \(body.count)\r\n\(fields)\r\n"
        guard LoopbackSocket.send(Array(head.utf8) + body, to: descriptor) else {
            throw Failure(description: "\(method) \(path): the server does not read")
        }
        guard let answer = reader.next() else {
            throw Failure(description: "\(method) \(path): the connection ended")
        }
        return Answer(
            status: Int(answer.startLine.dropFirst(9).prefix(3)) ?? 0, location: answer.field("location"),
            body: answer.body, firstByte: answer.firstByte)
    }
}
