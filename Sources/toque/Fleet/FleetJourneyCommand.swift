import ArgumentParser
import Fleet
import ToqueEncoding

struct FleetJourneyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journey",
        abstract: "Print an example of a journey file, or check one.",
        discussion: "Example: toque fleet journey > journey.toml")

    @Argument(help: .init("Check this journey file; - reads stdin.", valueName: "file"), completion: .file())
    var file: String?

    @Flag(help: "Print the JSON Schema of journey files.")
    var schema = false

    func validate() throws {
        if schema, file != nil { throw CommandError(.conflictingOptions, at: "--schema", "excludes a file") }
    }

    func run() throws {
        if schema { return try Console.standard.result(JourneySchema.document.serialized(pretty: true)) }
        guard let file else { return try Console.standard.result(JourneyFile.example) }
        let journeys = try FleetOptions.read(file, of: "<file>").journeys.map { "\($0.kind)" }
        try Console.standard.result("\(file): \(journeys.joined(separator: ", "))")
    }
}
