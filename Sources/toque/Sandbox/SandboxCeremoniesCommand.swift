import ArgumentParser
import ToqueEncoding

struct SandboxCeremoniesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ceremonies",
        abstract: "Show the registrations and signatures that the bank judged, and why.",
        discussion: """
            With an id: one of them, with each check. Its --document is what toque verify reads.

            Example: toque sandbox ceremonies CEREMONY-ID --document
            """)

    @Argument(help: "One ceremony.")
    var id: String?

    @Option(help: .init("Only those of this enrollment or payment intent.", valueName: "id"))
    var object: String?

    @OptionGroup var length: LengthOption

    @Flag(help: "Print the ceremony's document: options, response, expectations.")
    var document = false

    @OptionGroup var control: ControlOptions

    func validate() throws {
        if document, id == nil { throw ValidationError("--document: a ceremony's id is missing") }
        if id != nil, object != nil { throw ValidationError("--object and an id exclude each other") }
    }

    func run() async throws {
        try await control.withControl { client in
            guard let id else {
                let log = ControlLog(client: client, name: "ceremonies", filter: [("object", object)])
                return try control.show(
                    try await log.newest(length.last).entries, ["TIME", "TYPE", "VERDICT", "OBJECT", "CEREMONY"],
                    absent: "The bank has judged no ceremony."
                ) { [$0["time"].cell, $0["type"].cell, Self.verdict($0), $0["object"].cell, $0["id"].cell] }
            }
            let ceremony = try await client.get("ceremonies/\(ControlClient.segment(id))")
            if document {
                return try Console.standard.result((ceremony["document"] ?? .null).serialized(pretty: true))
            }
            try control.show(ceremony, Self.text(ceremony))
        }
    }

    /// `valid`, or the code of what is wrong.
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
