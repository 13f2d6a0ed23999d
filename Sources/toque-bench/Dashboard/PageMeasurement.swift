/// A page to measure.
struct MeasuredPage {
    let name: String
    let path: String
    /// The name by which the browser reaches 127.0.0.1.
    let host: String

    init(_ name: String, _ path: String, host: String = "127.0.0.1") {
        self.name = name
        self.path = path
        self.host = host
    }
}

/// How long a page takes, and how large it is.
struct PageMeasurement: CustomStringConvertible {
    let name: String
    /// In milliseconds, like `whole`.
    let firstByte: (median: Double, worst: Double)
    let whole: (median: Double, worst: Double)
    /// With the style sheet, the icon and the modules that it loads.
    let bytes: Int

    private static let samples = 15
    private static let width = 40
    private static let fields = "Accept: text/html\r\n"

    init(of page: MeasuredPage, at port: UInt16) throws {
        let connection = try HTTPConnection(port: port, host: page.host)
        let first = try connection.send("GET", page.path, fields: Self.fields)
        guard first.status == 200 else {
            throw Processes.Failure(description: "\(page.name) (\(page.path)) is \(first.status)")
        }
        var (begun, ended) = (Latencies(), Latencies())
        for _ in 0..<Self.samples {
            let start = ContinuousClock.now
            let answer = try connection.send("GET", page.path, fields: Self.fields)
            ended.add(ContinuousClock.now - start)
            begun.add(answer.firstByte - start)
        }
        name = page.name
        firstByte = Self.summary(begun)
        whole = Self.summary(ended)
        bytes = try first.body.count + Self.parts(of: first.body, connection)
    }

    private static func summary(_ latencies: Latencies) -> (Double, Double) {
        let times = latencies.percentiles([50, 100])
        return (times[0], times[1])
    }

    private static func parts(of page: [UInt8], _ connection: HTTPConnection) throws -> Int {
        let text = String(decoding: page, as: UTF8.self)
        let urls = text.split(separator: "\"").filter { $0.hasPrefix("/_pages/") }
        return try Set(urls).reduce(0) { try $0 + connection.send("GET", String($1)).body.count }
    }

    static let header =
        padded("page", width)
        + ["first byte", "worst", "whole", "worst", "kB"].map { padded($0, 12, left: true) }.joined()

    var description: String {
        let times = [firstByte.median, firstByte.worst, whole.median, whole.worst].map { "\(rounded($0)) ms" }
        return padded(name, Self.width)
            + (times + [rounded(Double(bytes) / 1000)]).map { padded($0, 12, left: true) }.joined()
    }
}
