import ArgumentParser

struct LogsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Show the requests to a sandbox, live with --follow.",
        discussion: "Example: toque logs --follow")

    @OptionGroup var requests: RequestLogOptions

    func run() async throws { try await requests.show() }
}

struct SandboxRequestsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Show the requests to the sandbox, as toque logs does.",
        discussion: "Example: toque sandbox requests --method POST --path /payment-intents/")

    @OptionGroup var requests: RequestLogOptions

    func run() async throws { try await requests.show() }
}

/// The filter and display options of the request journal.
struct RequestLogOptions: ParsableArguments {
    @OptionGroup var log: LogOptions

    @Option(
        help: .init("Show only requests with this method.", valueName: "method"), completion: MachineValues.methods)
    var method: String?

    @Option(
        help: .init("Show only requests to this path, such as /payment-intents/{id}/.", valueName: "path"))
    var path: String?

    @Option(help: .init("Show only requests answered with this status.", valueName: "status"))
    var status: Int?

    @Flag(name: .shortAndLong, help: "Show headers and bodies too, with secrets masked.")
    var verbose = false

    @OptionGroup var table: TableOptions
    @OptionGroup var control: ControlOptions

    func show() async throws {
        try await control.withControl { client in
            let requests = ControlLog(
                client: client, name: "requests",
                filter: [("method", method?.uppercased()), ("path", path), ("status", status.map(String.init))])
            // A pipe gets each request, for programs that count.
            let polls = OutputScreen.standard.width == nil || verbose ? nil : RepeatedPolls()
            try await log.show(requests, json: control.json, absent: "No matching requests.", polls: polls) {
                [verbose, wide = table.wide] in
                let screen = OutputScreen.standard
                return RequestLine(
                    entry: $0, isVerbose: verbose,
                    screen: wide ? OutputScreen(width: nil, usesColor: screen.usesColor) : screen
                ).text
            }
        }
    }
}
