import ArgumentParser
import ToqueEncoding

struct SandboxCeremoniesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ceremonies",
        abstract: "Show the registrations and assertions that the bank judged.",
        discussion: """
            With an ID, shows that ceremony with each check. toque verify reads its --document.

            Example: toque sandbox ceremonies CEREMONY-ID --document
            """)

    @Argument(help: "ID of a ceremony.", completion: SandboxValues.ceremonies)
    var id: String?

    @Option(
        help: .init("Show only ceremonies of this enrollment or payment intent.", valueName: "id"),
        completion: SandboxValues.objects)
    var object: String?

    @OptionGroup var length: LengthOption
    @OptionGroup var table: TableOptions
    @OptionGroup var times: TimeOptions

    @Flag(help: "Print the ceremony's document: options, response, expectations.")
    var document = false

    @OptionGroup var control: ControlOptions

    func validate() throws {
        if document, id == nil {
            throw CommandError(.missingArgument, at: "--document", "requires the id of a ceremony")
        }
        if id != nil, object != nil { throw CommandError(.conflictingOptions, at: "--object", "excludes an id") }
    }

    func run() async throws {
        try await control.withControl { client in
            guard let id else {
                let log = ControlLog(
                    client: client, name: "ceremonies", filter: [("object", try await ShortID.object(object, client))])
                return try control.show(
                    try await log.newest(length.last).entries,
                    [
                        "TIME", "TYPE", .status("VERDICT"), .id("OBJECT"), .id("CEREMONY"),
                    ],
                    table,
                    absent: "The bank has judged no ceremony."
                ) {
                    [
                        $0["time"].time(exact: times.verbose), $0["type"].cell, Self.verdict($0), $0["object"].cell,
                        $0["id"].cell,
                    ]
                }
            }
            let wholeID = try await ShortID.resolved(id, client, in: "ceremonies")
            let ceremony = try await client.get("ceremonies/\(ControlClient.segment(wholeID))")
            if document {
                return try Console.standard.result((ceremony["document"] ?? .null).serialized(pretty: true))
            }
            try control.show(ceremony, Self.text(ceremony))
        }
    }

    /// `valid`, or the code of the failure.
    private static func verdict(_ ceremony: JSON) -> String {
        let verdict = ceremony["verdict"] ?? .null
        return verdict["code"]?.stringValue ?? verdict["verdict"].cell
    }

    private static func text(_ ceremony: JSON) -> String {
        let verdict = ceremony["verdict"] ?? .null
        let head = "\(ceremony["time"].cell)  \(ceremony["type"].cell) of \(ceremony["object"].cell): "
        let message = verdict["message"]?.stringValue.map { "\n\($0)" } ?? ""
        let checks = (verdict["checks"]?.arrayValue ?? []).map { check in
            "\n  "
                + (check.objectValue?.map { Optional($0.value).cell }.joined(separator: "  ") ?? Optional(check).cell)
        }
        return head + self.verdict(ceremony) + message + checks.joined()
    }
}
