import ArgumentParser

struct SandboxEventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Show what happened to the objects, also as it happens.",
        discussion: "Example: toque sandbox events --object ID")

    @OptionGroup var log: LogOptions

    @Option(help: .init("Only events of this type, such as enrollment.failed.", valueName: "type"))
    var type: String?

    @Option(help: .init("Only events of this object.", valueName: "id"))
    var object: String?

    @OptionGroup var control: ControlOptions

    func run() async throws {
        try await control.withControl { client in
            let events = ControlLog(client: client, name: "events", filter: [("type", type), ("object", object)])
            try await log.show(events, json: control.json, absent: "No such event happened.") { event in
                "\(event["time"].cell)  \(event["type"].cell)  \(event["object"].cell)  \(event["data"].cell)".onOneLine
            }
        }
    }
}
