import ArgumentParser
import ToqueEncoding

struct SandboxApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Decide as the account holder, without the bank's page: yes.",
        discussion: "Example: toque sandbox approve ENROLLMENT-ID")

    @OptionGroup var action: ActionOptions

    func run() async throws { try await action.perform("approve") }
}

struct SandboxDeclineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decline",
        abstract: "Decide as the account holder, without the bank's page: no.",
        discussion: "Example: toque sandbox decline ENROLLMENT-ID")

    @OptionGroup var action: ActionOptions

    func run() async throws { try await action.perform("decline") }
}

struct SandboxRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Take an enrolment back, as the account holder does at the bank.",
        discussion: "Example: toque sandbox revoke ENROLLMENT-ID")

    @OptionGroup var action: ActionOptions

    func run() async throws { try await action.perform("revoke") }
}

/// What is done to one object, and why.
struct ActionOptions: ParsableArguments {
    @Argument(help: "The id of the object.")
    var id: String

    @Option(help: .init("Why, as a reason code of the API. Default: the usual one.", valueName: "reason"))
    var reason: String?

    @OptionGroup var control: ControlOptions

    func perform(_ action: String) async throws {
        try await control.withControl { client in
            var body = JSONObject()
            body["reason"] = reason.map(JSON.string)
            let object = try await client.post("objects/\(ControlClient.segment(id))/\(action)", .object(body))
            try control.show(object, object.objectLine)
        }
    }
}

extension JSON {
    /// An object of the provider's API in a line: id, status, reason.
    var objectLine: String {
        ["id", "status", "status_reason_code", "failure_code"].compactMap { self[$0]?.stringValue }
            .joined(separator: "  ")
    }
}
