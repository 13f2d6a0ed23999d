import ArgumentParser
import ToqueEncoding

struct SandboxApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Approve an enrollment as the account holder, or let a payment's result come now.",
        discussion: """
            For an enrollment, also prints the callback URL that the bank's page leads to.

            Example: toque sandbox approve ENROLLMENT-ID
            """)

    @OptionGroup var object: ActionObject

    func run() async throws { try await object.perform("approve") }
}

struct SandboxDeclineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decline",
        abstract: "Decline an enrollment as the account holder, or a payment as the bank.",
        discussion: "Example: toque sandbox decline PAYMENT-INTENT-ID --reason insufficient_funds")

    @OptionGroup var object: ActionObject

    @Option(help: .init("Of a payment: the failure code. Default: rejected_by_user.", valueName: "code"))
    var reason: String?

    @Option(help: .init("Of an enrollment: the OAuth error. Default: access_denied.", valueName: "code"))
    var error: String?

    func run() async throws {
        var parameters = JSONObject()
        parameters["reason"] = reason.map(JSON.string)
        parameters["error"] = error.map(JSON.string)
        try await object.perform("decline", parameters)
    }
}

struct SandboxRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke an enrollment as the account holder at the bank.",
        discussion: "Example: toque sandbox revoke ENROLLMENT-ID")

    @OptionGroup var object: ActionObject

    func run() async throws { try await object.perform("revoke") }
}

/// The object that something is done to.
struct ActionObject: ParsableArguments {
    @Argument(help: "The id of an enrollment or a payment intent.")
    var id: String

    @OptionGroup var control: ControlOptions

    func perform(_ action: String, _ parameters: JSONObject = [:]) async throws {
        try await control.show(Self.text) {
            try await $0.post("objects/\(ControlClient.segment(id))/\(action)", .object(parameters))
        }
    }

    private static func text(_ object: JSON) -> String {
        object.objectLine + (object["callback"]?.stringValue.map { "\n\($0)" } ?? "")
    }
}

extension JSON {
    /// An object of the provider's API in a line: id, status, reason.
    var objectLine: String {
        ["id", "status", "status_reason_code", "failure_code"].compactMap { self[$0]?.stringValue }
            .joined(separator: "  ")
    }
}
