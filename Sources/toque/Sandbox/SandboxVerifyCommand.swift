import ArgumentParser
import ToqueEncoding

struct SandboxVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check how often a request was made.",
        discussion: """
            Exits 1 if the count differs, and shows the requests. Without a count, expects at least one request.

            Example: toque sandbox verify --count 1 'POST /payment-intents/'
            """)

    @Argument(
        help: .init(
            "Method and path, with optional placeholders: 'GET /payment-intents/{id}/'.", valueName: "request"))
    var request: [String]

    @Option(help: .init("Expect exactly N requests.", valueName: "n"))
    var count: Int?

    @Option(help: .init("Expect at least N requests.", valueName: "n"))
    var atLeast: Int?

    @Option(help: .init("Expect at most N requests.", valueName: "n"))
    var atMost: Int?

    @Option(help: .init("Count only requests answered with this status.", valueName: "status"))
    var status: Int?

    @OptionGroup var control: ControlOptions

    func validate() throws {
        guard count == nil || atLeast == nil && atMost == nil else {
            throw CommandError(.conflictingOptions, at: "--count", "excludes --at-least and --at-most")
        }
        for (name, value) in [("--count", count), ("--at-least", atLeast), ("--at-most", atMost)] {
            if let value, value < 0 { throw CommandError.invalid(name, "\(value)", expected: "0 or more") }
        }
        if let atLeast, let atMost, atLeast > atMost {
            throw CommandError(.conflictingOptions, at: "--at-least", "\(atLeast) is more than --at-most \(atMost)")
        }
        guard pattern != nil else {
            throw CommandError.invalid(
                "<request>", request.joined(separator: " "), expected: "'METHOD /path/' or '/path/'")
        }
    }

    /// The expected request; a nil method matches any.
    private var pattern: (method: String?, path: String)? {
        let words = request.joined(separator: " ").split(separator: " ").map(String.init)
        guard let path = words.last, path.hasPrefix("/"), words.count <= 2 else { return nil }
        return (words.count == 2 ? words[0].uppercased() : nil, path)
    }

    private var expected: RequestCount { RequestCount(exactly: count, atLeast: atLeast, atMost: atMost) }

    func run() async throws {
        guard let pattern else { return }
        let query = [
            (name: "method", value: pattern.method), (name: "path", value: pattern.path),
            (name: "status", value: status.map(String.init)),
        ]
        try await control.withControl { client in
            let answer = JSONReader(try await client.get("requests/count", query))
            let found = try answer.member("count").int()
            let isComplete = try answer.member("complete").bool()
            let verdict = expected.judge(found, isComplete: isComplete)
            let what = ([pattern.method ?? "", pattern.path, status.map { "with \($0)" } ?? ""])
                .filter { !$0.isEmpty }.joined(separator: " ")
            try control.show(
                [
                    "request": .string(what), "count": .int(found), "complete": .bool(isComplete),
                    "expected": .string(expected.description), "verdict": .string(verdict.rawValue),
                ], "\(what): \(found), expected \(expected)")
            guard verdict != .met else { return }
            try await explain(verdict, pattern.path, client)
        }
    }

    /// Prints the requests that came instead, on stderr.
    /// - Throws: always; the exit code is 1.
    private func explain(_ verdict: RequestCount.Verdict, _ path: String, _ client: ControlClient) async throws {
        let same = ControlLog(client: client, name: "requests", filter: [("path", path)])
        var entries = try await same.newest(20).entries
        let console = Console.standard
        if entries.isEmpty {
            entries = try await ControlLog(client: client, name: "requests").newest(20).entries
            console.progress(
                entries.isEmpty
                    ? "This tenant received no requests." : "No requests to this path. The newest to other paths:")
        } else {
            console.progress("The newest requests to this path:")
        }
        for entry in entries { console.progress("  \(RequestLine(entry: entry, isVerbose: false).text)") }
        guard verdict == .unknown else { throw ExitCode(ExitStatus.failed.rawValue) }
        throw CommandError(
            .expectationFailed, "the journal has dropped its oldest requests, so the number is not certain",
            hint: "run `toque sandbox reset` before the test, or give it a key of its own: `toque sandbox keys add`")
    }
}

/// The expected number of requests.
struct RequestCount: CustomStringConvertible {
    enum Verdict: String {
        case met
        case failed
        /// The journal has dropped requests that could change the result.
        case unknown
    }

    private let atLeast: Int
    private let atMost: Int?

    /// The default: at least once.
    init(exactly count: Int?, atLeast: Int?, atMost: Int?) {
        self.atLeast = count ?? atLeast ?? (atMost == nil ? 1 : 0)
        self.atMost = count ?? atMost
    }

    /// - Parameter isComplete: false if there may have been more requests than were found.
    func judge(_ found: Int, isComplete: Bool) -> Verdict {
        if let atMost, found > atMost { return .failed }
        if isComplete { return found >= atLeast ? .met : .failed }
        return found >= atLeast && atMost == nil ? .met : .unknown
    }

    var description: String {
        switch (atLeast, atMost) {
        case (let atLeast, nil): "\(atLeast) or more"
        case (let atLeast, let atMost?) where atLeast == atMost: "\(atMost)"
        case (0, let atMost?): "\(atMost) or fewer"
        case (let atLeast, let atMost?): "\(atLeast) to \(atMost)"
        }
    }
}
