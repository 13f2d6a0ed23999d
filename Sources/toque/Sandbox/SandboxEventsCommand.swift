import ArgumentParser

struct SandboxEventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Show the events of objects, live with --follow.",
        discussion: "Example: toque sandbox events --object ID")

    @OptionGroup var log: LogOptions

    @Option(
        help: .init("Show only events of this type, such as enrollment.failed.", valueName: "type"),
        completion: SandboxValues.eventTypes)
    var type: String?

    @Option(help: .init("Show only events of this object.", valueName: "id"), completion: SandboxValues.objects)
    var object: String?

    @OptionGroup var times: TimeOptions
    @OptionGroup var control: ControlOptions

    func run() async throws {
        try await control.withControl { client in
            let object = try await ShortID.object(object, client)
            let events = ControlLog(client: client, name: "events", filter: [("type", type), ("object", object)])
            let isShort = OutputScreen.standard.width != nil && !times.verbose
            try await log.show(events, json: control.json, absent: "No such event happened.") {
                [exact = times.verbose] event in
                if isShort { return EventLine(entry: event, isVerbose: false).text }
                let what = "\(event["type"].cell)  \(event["object"].cell)  \(event["data"].cell)"
                return "\(event["time"].time(exact: exact))  \(what)".onOneLine
            }
        }
    }
}
