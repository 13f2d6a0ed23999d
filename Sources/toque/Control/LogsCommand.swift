import ArgumentParser

struct LogsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Show the requests that came to a sandbox, also as they come.",
        discussion: "Example: toque logs --follow")

    @OptionGroup var requests: RequestLogOptions

    func run() async throws { try await requests.show() }
}
