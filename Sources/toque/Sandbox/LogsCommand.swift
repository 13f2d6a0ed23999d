import ArgumentParser

struct LogsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Show the requests that came to a sandbox, also as they come.",
        discussion: "Example: toque logs --follow")

    @OptionGroup var requests: RequestLogOptions

    func run() async throws { try await requests.show() }
}

struct SandboxRequestsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Show the requests that came. The same as toque logs.",
        discussion: "Example: toque sandbox requests --method POST --path /payment-intents/")

    @OptionGroup var requests: RequestLogOptions

    func run() async throws { try await requests.show() }
}

/// Which requests of the journal are shown, and how.
struct RequestLogOptions: ParsableArguments {
    @OptionGroup var log: LogOptions

    @Option(help: .init("Only requests of this method.", valueName: "method"))
    var method: String?

    @Option(
        help: .init("Only requests of this path, such as /payment-intents/{id}/.", valueName: "path"))
    var path: String?

    @Option(help: .init("Only requests that were answered with this status.", valueName: "status"))
    var status: Int?

    @Flag(name: .shortAndLong, help: "Show headers and bodies as well; what is secret is masked.")
    var verbose = false

    @OptionGroup var control: ControlOptions

    func show() async throws {
        try await control.withControl { client in
            let requests = ControlLog(
                client: client, name: "requests",
                filter: [("method", method?.uppercased()), ("path", path), ("status", status.map(String.init))])
            try await log.show(requests, json: control.json, absent: "No such request came.") { [verbose] in
                RequestLine(entry: $0, isVerbose: verbose).text
            }
        }
    }
}
