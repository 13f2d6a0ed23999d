import ToqueEncoding

/// A client of a load, with its own connection.
protocol LoadClient: AnyObject {
    var connection: TimedConnection { get }

    /// Runs one flow.
    func flow() throws
}

/// A client's connection to a sandbox, with the durations of all its waits.
final class TimedConnection {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The durations of each step, by name.
    private(set) var steps: [String: Latencies] = [:]
    /// The number of requests so far.
    private(set) var requests = 0
    /// The total of all steps.
    private(set) var waited = Duration.zero

    private let connection: HTTPConnection
    private let clock = ContinuousClock()

    /// - Parameter port: the sandbox's port on 127.0.0.1.
    init(port: UInt16) throws { connection = try HTTPConnection(port: port) }

    /// Sends a request.
    /// - Parameters:
    ///   - step: its name. Default: method and path.
    ///   - fields: header lines, each with its CRLF.
    ///   - status: the expected one; any other is a failure.
    func send(
        _ method: String, _ path: String, step: String? = nil, fields: String = "", body: [UInt8] = [],
        expecting status: Int
    ) throws -> HTTPConnection.Answer {
        requests += 1
        let answer = try wait(step ?? "\(method) \(path)") {
            try connection.send(method, path, fields: fields, body: body)
        }
        guard answer.status == status else {
            throw Failure(
                description: "\(method) \(path) is \(answer.status): \(String(decoding: answer.body, as: UTF8.self))")
        }
        return answer
    }

    /// Runs a body that the client waits for.
    func wait<Result>(_ step: String, _ body: () throws -> Result) rethrows -> Result {
        let start = clock.now
        let result = try body()
        let duration = clock.now - start
        waited += duration
        steps[step, default: Latencies()].add(duration)
        return result
    }

    /// The path and query of a URL.
    static func target(_ url: String) -> String {
        "/" + url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).dropFirst(3).joined()
    }
}

extension JSON {
    /// The challenge of WebAuthn's options.
    func challenge() throws -> [UInt8] {
        let options = self["publicKey"] ?? self
        guard let challenge = options["challenge"]?.stringValue.flatMap({ Base64URL.decode($0) }) else {
            throw TimedConnection.Failure(description: "options without a challenge: \(serialized())")
        }
        return challenge
    }
}
