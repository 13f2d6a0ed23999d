import ToqueEncoding

/// A client of a load, with a connection of its own.
protocol LoadClient: AnyObject {
    var connection: TimedConnection { get }

    /// Does one flow.
    func flow() throws
}

/// A client's connection to a sandbox, and how long everything took that the client waited for.
final class TimedConnection {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// How long each step took, by its name.
    private(set) var steps: [String: Latencies] = [:]
    /// Requests so far.
    private(set) var requests = 0
    /// In all steps together.
    private(set) var waited = Duration.zero

    private let connection: HTTPConnection
    private let clock = ContinuousClock()

    /// - Parameter port: of the sandbox on 127.0.0.1.
    init(port: UInt16) throws { connection = try HTTPConnection(port: port) }

    /// Sends a request.
    /// - Parameters:
    ///   - step: its name; nil for method and path.
    ///   - fields: lines of the head, each with its CRLF.
    ///   - status: any other one is a failure.
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

    /// Does what the client waits for.
    func wait<Result>(_ step: String, _ body: () throws -> Result) rethrows -> Result {
        let start = clock.now
        let result = try body()
        let duration = clock.now - start
        waited += duration
        steps[step, default: Latencies()].add(duration)
        return result
    }

    /// Path and query of a URL.
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
