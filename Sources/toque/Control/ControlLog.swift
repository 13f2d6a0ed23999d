import ArgumentParser
import ToqueEncoding

/// A log of the sandbox: a list with cursors, and a stream of what is added to it.
struct ControlLog {
    /// Entries in one answer, the most that a sandbox gives.
    private static let pageSize = 1000

    let client: ControlClient
    /// Below `/_toque/`; also the member of the answer that has the entries.
    let name: String
    /// Which entries.
    var filter: [(name: String, value: String?)] = []

    /// The newest entries, oldest first, and the cursor behind them.
    func newest(_ count: Int) async throws -> (entries: [JSON], cursor: Int) {
        var newest: [JSON] = []
        var cursor = 0
        while true {
            let page = JSONReader(
                try await client.get(name, filter + [("after", "\(cursor)"), ("limit", "\(Self.pageSize)")]))
            let entries = try page.member(name).map { (entry) throws(JSONMemberError) in entry.value }
            newest = (newest + entries).suffix(count)
            cursor = try page.member("next").int()
            if entries.count < Self.pageSize { return (newest, cursor) }
        }
    }

    /// Hands what is added after a cursor to the body, until the server is gone or nobody reads stdout any more.
    func follow(after cursor: Int, _ body: @escaping @Sendable (JSON) throws -> Void) async throws {
        let (client, name, filter) = (client, name, filter)
        try await withThrowingTaskGroup { group in
            group.addTask {
                try await client.follow(name, filter + [("after", "\(cursor)")]) { event in
                    try body(try JSON(parsing: event.data, limits: .init(size: event.data.utf8.count)))
                    return true
                }
                if !Task.isCancelled { Console.standard.progress("\(client.server): the sandbox has ended") }
            }
            group.addTask { await Console.readerIsGone() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

/// How much of a list is shown.
struct LengthOption: ParsableArguments {
    @Option(help: .init("The newest so many.", valueName: "count"))
    var last = 100

    func validate() throws {
        guard (0...100_000).contains(last) else { throw ValidationError("--last: found \(last), expected 0 to 100000") }
    }
}

/// How a log is shown.
struct LogOptions: ParsableArguments {
    @OptionGroup var length: LengthOption

    @Flag(name: .shortAndLong, help: "Keep showing new entries until the sandbox ends.")
    var follow = false

    /// Prints entries as they are added: JSON Lines, or a text each.
    /// - Parameter absent: what a person is told, on stderr, where there are none.
    func show(_ log: ControlLog, json: Bool, absent: String, text: @escaping @Sendable (JSON) -> String) async throws {
        let (entries, cursor) = try await log.newest(length.last)
        if json, !follow { return try Console.standard.result(JSON.array(entries).serialized(pretty: true)) }
        let line: @Sendable (JSON) throws -> Void = { entry in
            try Console.standard.result(json ? entry.serialized() : text(entry))
        }
        for entry in entries { try line(entry) }
        if entries.isEmpty, !follow { Console.standard.progress(absent) }
        if follow { try await log.follow(after: cursor, line) }
    }
}
