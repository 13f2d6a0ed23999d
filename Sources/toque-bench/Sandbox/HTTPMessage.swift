import Glibc

/// A request or response of HTTP/1.1 with a Content-Length: as much as a benchmark needs.
struct HTTPMessage {
    /// Such as `HTTP/1.1 200 OK`.
    let startLine: Substring
    /// Each with its name in lower case.
    let fields: [(name: String, value: Substring)]
    let body: [UInt8]
    /// When its first byte was there.
    let firstByte: ContinuousClock.Instant

    func field(_ name: String) -> String? { fields.first { $0.name == name }.map { String($0.value) } }
}

/// Reads messages from a connection, the next one after the previous one was answered.
struct HTTPMessageReader {
    let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// - Returns: nil if the connection ended.
    mutating func next() -> HTTPMessage? {
        var bytes: [UInt8] = []
        var head: Head?
        var firstByte: ContinuousClock.Instant?
        while true {
            if head == nil { head = Head(bytes) }
            if let head, let firstByte, bytes.count >= head.length + head.bodyLength {
                return HTTPMessage(
                    startLine: head.startLine, fields: head.fields, body: Array(bytes[head.length...]),
                    firstByte: firstByte)
            }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            firstByte = firstByte ?? .now
            bytes += buffer[..<count]
        }
    }

    private struct Head {
        let startLine: Substring
        var fields: [(name: String, value: Substring)] = []
        var bodyLength = 0
        /// Including the empty line.
        let length: Int

        /// - Returns: nil if it is not complete.
        init?(_ message: [UInt8]) {
            let end: [UInt8] = [13, 10, 13, 10]
            guard let start = message.indices.first(where: { message[$0...].starts(with: end) }) else { return nil }
            length = start + end.count
            let lines = String(decoding: message[..<start], as: UTF8.self).split(separator: "\r\n")
            startLine = lines.first ?? ""
            for line in lines.dropFirst() {
                guard let colon = line.firstIndex(of: ":") else { continue }
                let field = (
                    name: line[..<colon].lowercased(), value: line[line.index(after: colon)...].drop { $0 == " " }
                )
                if field.name == "content-length" { bodyLength = Int(field.value) ?? 0 }
                fields.append(field)
            }
        }
    }
}
