import ArgumentParser
import PixAPI
import ToqueEncoding

struct InstitutionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "institutions",
        abstract: "List the institutions of a server.",
        discussion: "Example: toque institutions --server http://127.0.0.1:8420")

    @OptionGroup var server: ServerOptions

    @OptionGroup var table: TableOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        try await withTransport { transport in
            let institutions = try await server.makeClient(transport).institutions()
            if json {
                return try Console.standard.result(JSON.array(institutions.map(\.json)).serialized(pretty: true))
            }
            let rows = institutions.map { [$0.id, $0.displayName, $0.active ? "yes" : "no", $0.name] }
            try Console.standard.result(
                Table([.name("INSTITUTION"), "BANK", "ACTIVE", "NAME"], rows: rows)
                    .text(on: .standard, isWide: table.wide))
        }
    }
}
