import ArgumentParser

struct SandboxRequestsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Show the requests that came. The same as toque logs.",
        discussion: "Example: toque sandbox requests --method POST --path /payment-intents/")

    @OptionGroup var requests: RequestLogOptions

    func run() async throws { try await requests.show() }
}
