import GRDB
import ToqueEncoding

/// SQL of SQLite, for a file whose `object` has a column for each indexed member.
struct SQLiteDialect: StorageDialect {
    let members: MemberColumns
    private let paths: Set<String>

    /// - Parameter paths: of the members that have columns.
    init(_ paths: [String] = []) {
        self.paths = Set(paths)
        let names = paths.map { $0.split(separator: ".").dropFirst().map(String.init) }
        members = MemberColumns(paths.map(Self.column), keepsUnchanged: true) { document in
            names.map { names in
                .text(orNull: names.reduce(Optional(document)) { $0?[$1] }?.stringValue)
            }
        }
    }

    /// By the columns that the file has: another provider's program may open it to copy it.
    init(of database: Database) throws {
        self.init(try database.columns(in: "object").map(\.name).filter { $0.hasPrefix("$.") })
    }

    /// The name of an indexed member's column: its path.
    static func column(_ path: String) -> String { "\"\(path)\"" }

    func member(_ path: StaticString) -> String {
        paths.contains("\(path)") ? "object.\(Self.column("\(path)"))" : "json_extract(body, '\(path)')"
    }

    func contains(_ text: String, _ part: String) -> String { "instr(lower(\(text)), lower(\(part))) > 0" }
    func stored(_ text: String) -> String { text }

    /// The log has no pages to spare for the usual probe.
    var spaceProbe: [String] { [] }
    let readOnlyProbe = "SELECT 1 AS found WHERE 0"
}
