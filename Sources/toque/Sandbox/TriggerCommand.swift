import ArgumentParser
import ToqueEncoding

struct TriggerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trigger",
        abstract: "Make an object with its whole history and its webhooks, in one call.",
        discussion: """
            Goes through the same states as a real one; a payment comes with an enrollment of its own. An unknown \
            event gets the list of events.

            Example: toque trigger payment.failed --reason insufficient_funds
            """)

    @Argument(help: "Such as enrollment.succeeded or payment.failed.")
    var event: String

    @Option(
        help: .init(
            "Why it failed or was canceled, as a code of the API.",
            discussion: "Default of a failure: rejected_by_user, or what a magic amount says.", valueName: "reason"))
    var reason: String?

    @Option(help: .init("Your own id for the object.", valueName: "id"))
    var externalId: String?

    @Option(help: .init("Of a payment: reais, with at most two decimals. Default: 10.00.", valueName: "amount"))
    var amount: String?

    @Option(help: .init("Of a payment: the bank account that is paid. Default: the seeded one.", valueName: "id"))
    var beneficiary: String?

    @Option(help: .init("The customer. Default: the seeded one.", valueName: "id"))
    var customer: String?

    @Option(help: .init("The institution. Default: the first.", valueName: "id"))
    var institution: String?

    @OptionGroup var control: ControlOptions

    func run() async throws {
        var body: JSONObject = ["event": .string(event)]
        let parameters = [
            ("reason", reason), ("external_id", externalId), ("amount", amount),
            ("beneficiary_bank_account", beneficiary), ("customer", customer), ("institution", institution),
        ]
        for (name, value) in parameters { body[name] = value.map(JSON.string) }
        try await control.show({ "\($0["event"].cell)  \(($0["object"] ?? .null).objectLine)" }) { [body] in
            try await $0.post("trigger", .object(body))
        }
    }
}
