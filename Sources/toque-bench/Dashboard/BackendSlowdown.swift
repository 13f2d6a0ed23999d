import Glibc

/// How much longer a backend's requests take while two dashboards are open.
struct BackendSlowdown {
    let port: UInt16

    /// Many short turns: work of other processes falls on few of them, and the median ignores these.
    private static let turns = 21
    private static let turn = Duration.milliseconds(700)

    struct Result: CustomStringConvertible {
        /// Requests per second, at the median of the turns.
        let (alone, observed): (Double, Double)
        /// The median of the ratios of turns that follow each other.
        let percent: Double

        var description: String {
            "\(Int(alone))/s alone, \(Int(observed))/s observed: slower by \(rounded(max(0, percent))) in 100"
        }
    }

    func measure() throws -> Result {
        let backend = try Backend(port: port)
        _ = try backend.rate(for: Self.turn)
        var (alone, observed): ([Double], [Double]) = ([], [])
        for turn in 0..<Self.turns {
            // Either goes first, so that a trend of the machine favors neither.
            if turn % 2 == 0 { alone.append(try backend.rate(for: Self.turn)) }
            let streams = try (0..<2).map { _ in try OpenStream(port: port) }
            observed.append(try backend.rate(for: Self.turn))
            for stream in streams { stream.end() }
            if turn % 2 == 1 { alone.append(try backend.rate(for: Self.turn)) }
        }
        let ratio = Self.median(zip(alone, observed).map { $0 / $1 })
        return Result(alone: Self.median(alone), observed: Self.median(observed), percent: (ratio - 1) * 100)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// A backend that asks one question after another.
final class Backend {
    private let connection: HTTPConnection
    private static let authorization = "Authorization: Basic c2FuZGJveDpzYW5kYm94\r\n"

    init(port: UInt16) throws { connection = try HTTPConnection(port: port) }

    /// - Parameter number: different ones ask for different objects.
    func ask(_ number: Int) throws {
        let path = number % 4 == 0 ? "/payment-intents/" : "/enrollments/\(number)/"
        _ = try connection.send("GET", path, fields: Self.authorization)
    }

    /// Requests per second.
    func rate(for duration: Duration) throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        var count = 0
        while clock.now - start < duration {
            try ask(count)
            count += 1
        }
        return Double(count) / (clock.now - start).inSeconds
    }
}

/// A dashboard's open list of requests: reads the events and throws them away.
private final class OpenStream {
    private let descriptor: Int32

    init(port: UInt16) throws {
        let page = try HTTPConnection(port: port).send("GET", "/_toque/view/requests", fields: "Accept: text/html\r\n")
        let text = String(decoding: page.body, as: UTF8.self)
        let cursor = text.firstRange(of: "data-after=\"").map { text[$0.upperBound...].prefix { $0 != "\"" } } ?? "0"
        descriptor = try LoopbackSocket.connected(to: port)
        let head =
            "GET /_toque/view/requests HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAccept: text/event-stream\r\n"
            + "Last-Event-ID: \(cursor)\r\n\r\n"
        guard LoopbackSocket.send(Array(head.utf8), to: descriptor) else {
            throw Processes.Failure(description: "the stream of the requests does not begin")
        }
        let descriptor = self.descriptor
        Threads.start {
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            while recv(descriptor, &buffer, buffer.count, 0) > 0 {}
        }
    }

    func end() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }
}
