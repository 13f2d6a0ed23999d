import Glibc
import ToqueEncoding

/// The dashboard on a large sandbox: how soon each view begins, how large it is, and what open views cost the backend.
struct DashboardBenchmark {
    let binary: String
    let folder: String

    private static let objects = 100_000
    private static let requests = 10_000
    private static let samples = 15
    private static let turns = 7
    private static let turn = Duration.seconds(2)
    /// The limits.
    private static let (firstByte, bytes, slowdown) = (50.0, 100_000, 5.0)
    private static let authorization = "Authorization: Basic c2FuZGJveDpzYW5kYm94\r\n"
    private static let page = "Accept: text/html\r\n"

    func run() throws {
        report(
            "The dashboard with \(Self.objects) objects and \(Self.requests) requests; limits: first byte "
                + "\(Int(Self.firstByte)) ms, page \(Self.bytes / 1000) kB, backend slowed by \(Int(Self.slowdown)) in "
                + "100:\n")
        let server = try SandboxProcess(
            [
                binary, "simulate", "--port", "0", "--database", "\(folder)/dashboard.sqlite", "--durability", "normal",
            ], folder: folder)
        defer { server.stop() }
        let object = try fill(server.port)
        try views(server.port, object)
        try slowdown(server.port)
    }

    // MARK: Content

    /// - Returns: the id of a payment.
    private func fill(_ port: UInt16) throws -> String {
        let connection = try HTTPConnection(port: port)
        let json = "Content-Type: application/json\r\n"
        var payment = ""
        // Each payment brings an enrollment and a charge.
        for index in 0..<Self.objects / 3 {
            let trigger = #"{"event": "payment.failed", "reason": "insufficient_funds"}"#
            let answer = try connection.send("POST", "/_toque/trigger", fields: json, body: Array(trigger.utf8))
            guard answer.status == 200 else { throw Processes.Failure(description: "trigger is \(answer.status)") }
            if index == 0 { payment = try JSON(parsing: answer.body)["object"]?["id"]?.stringValue ?? "" }
        }
        for index in 0..<Self.requests {
            let path = index % 4 == 0 ? "/payment-intents/" : "/enrollments/\(index)/"
            _ = try connection.send("GET", path, fields: Self.authorization)
        }
        return payment
    }

    // MARK: Views

    private func views(_ port: UInt16, _ object: String) throws {
        let connection = try HTTPConnection(port: port)
        func json(_ path: String) throws -> JSON { try JSON(parsing: try connection.send("GET", path).body) }
        let request = try json("/_toque/requests?limit=1")["requests"]?.arrayValue?.first?["cursor"]?.intValue ?? 0
        let ceremony = try json("/_toque/ceremonies?limit=1")["ceremonies"]?.arrayValue?.first?["id"]?.stringValue ?? ""
        let views = [
            "", "objects", "objects/\(object)", "ceremonies", "ceremonies/\(ceremony)", "requests",
            "requests?text=nobody", "requests?object=\(object)", "requests/\(request)", "webhooks", "events",
            "events?type=nothing", "events?object=\(object)", "inspect", "pytest", "pytest?object=\(object)",
            "fidelity",
        ]
        report(padded("view", 28) + ["median", "worst", "kB"].map { padded($0, 12, left: true) }.joined())
        for view in views {
            let url = view.isEmpty ? "/_toque/" : "/_toque/view/\(view)"
            let first = try connection.send("GET", url, fields: Self.page)
            guard first.status == 200 else {
                throw Processes.Failure(description: "\(url) is \(first.status)")
            }
            var latencies = Latencies()
            for _ in 0..<Self.samples {
                let start = ContinuousClock.now
                _ = try connection.send("GET", url, fields: Self.page)
                latencies.add(ContinuousClock.now - start)
            }
            let size = try first.body.count + parts(of: first.body, connection)
            let times = latencies.percentiles([50, 100])
            let isWithin = times[1] <= Self.firstByte && size <= Self.bytes
            report(
                padded(Self.short(view), 28) + times.map { padded("\(rounded($0)) ms", 12, left: true) }.joined()
                    + padded(rounded(Double(size) / 1000), 12, left: true) + (isWithin ? "" : "   over the limit"))
        }
        report("")
    }

    /// The name of a view without its ids.
    private static func short(_ view: String) -> String {
        view.isEmpty
            ? "overview"
            : view.split(separator: "/").map { $0.count > 30 && !$0.contains("=") ? "{id}" : String($0) }
                .joined(separator: "/").prefix { $0 != "=" }.description
    }

    /// The size of the style sheet and the modules that a page loads.
    private func parts(of page: [UInt8], _ connection: HTTPConnection) throws -> Int {
        let text = String(decoding: page, as: UTF8.self)
        let urls = text.split(separator: "\"").filter { $0.hasPrefix("/_pages/") }
        return try Set(urls).reduce(0) { try $0 + connection.send("GET", String($1)).body.count }
    }

    // MARK: The backend

    /// Requests of a backend in turns: without open views, and with two that show each request.
    private func slowdown(_ port: UInt16) throws {
        var (without, with): ([Double], [Double]) = ([], [])
        _ = try rate(port)
        for _ in 0..<Self.turns {
            without.append(try rate(port))
            let streams = try (0..<2).map { _ in try OpenStream(port: port) }
            with.append(try rate(port))
            for stream in streams { stream.end() }
        }
        // The median of turns that follow each other: the machine has other work at times.
        let ratios = zip(without, with).map { $0 / $1 }.sorted()
        let slowdown = (ratios[ratios.count / 2] - 1) * 100
        report(
            "backend requests: \(Int(without.sorted()[without.count / 2]))/s alone, "
                + "\(Int(with.sorted()[with.count / 2]))/s with two open views: slower by \(rounded(max(0, slowdown))) in 100"
                + (slowdown <= Self.slowdown ? "" : "   over the limit"))
    }

    private func rate(_ port: UInt16) throws -> Double {
        let clock = ContinuousClock()
        let connection = try HTTPConnection(port: port)
        let start = clock.now
        var count = 0
        while clock.now - start < Self.turn {
            let path = count % 4 == 0 ? "/payment-intents/" : "/enrollments/\(count)/"
            _ = try connection.send("GET", path, fields: Self.authorization)
            count += 1
        }
        return Double(count) / (clock.now - start).inSeconds
    }
}

/// A dashboard's open list: reads the events and throws them away.
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
