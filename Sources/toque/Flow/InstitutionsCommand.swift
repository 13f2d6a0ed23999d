import ArgumentParser
import PixAPI
import ToqueEncoding

struct InstitutionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "institutions",
        abstract: "List the institutions of a server.",
        discussion: "Example: toque institutions --server http://127.0.0.1:8420")

    @OptionGroup var server: ServerOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        try await withTransport { transport in
            let institutions = try await server.makeClient(transport).institutions()
            if json {
                return try Console.standard.result(JSON.array(institutions.map(\.json)).serialized(pretty: true))
            }
            for institution in institutions {
                let note = institution.active ? "" : "  (not active)"
                let line = "\(institution.id)  \(institution.name)  \(institution.displayName)\(note)"
                try Console.standard.result(line.onOneLine)
            }
        }
    }
}
