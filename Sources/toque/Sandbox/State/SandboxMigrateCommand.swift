import ArgumentParser
import Sandbox
import ToqueEncoding

struct SandboxMigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Copy the database of a stopped sandbox into an empty one.",
        discussion: """
            Everything goes in one transaction: after a failure, the target is as empty as before, and the source \
            keeps everything.

            A database is a SQLite file or postgresql://USER@HOST/NAME, with its password in PGPASSWORD or PGPASSFILE.

            Example: toque sandbox migrate sandbox.sqlite postgresql://toque@db.example/sandbox
            """)

    @Argument(help: .init("Database to read.", valueName: "from"), completion: .file())
    var source: String

    @Argument(help: .init("Empty database to fill; a file is made if missing.", valueName: "to"), completion: .file())
    var target: String

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let (from, to) = (try location(source, of: "<from>"), try location(target, of: "<to>"))
        let providers = try Providers.all()
        let copy: DatabaseCopy
        do throws(SandboxStoreError) {
            copy = try DatabaseCopy(from: from, to: to, for: providers)
        } catch {
            throw CommandError(error, of: "<to>")
        }
        if json {
            var rows = JSONObject()
            for (table, count) in copy.rows { rows[table] = .int(count) }
            let result: JSON = ["from": .string(source), "to": .string(target), "rows": .object(rows)]
            try Console.standard.result(result.serialized())
        } else {
            let count = copy.rows.reduce(0) { $0 + $1.count }
            try Console.standard.result("copied \(count) rows of \(copy.rows.count) tables to \(target)")
        }
    }

    private func location(_ text: String, of argument: String) throws(CommandError) -> SandboxStore.Location {
        do throws(SandboxStoreError) {
            return try SandboxStore.Location(text)
        } catch {
            throw CommandError(error, of: argument)
        }
    }
}
