import ArgumentParser
import ToqueEncoding

/// A log of the sandbox: a list with cursors, and a stream of new entries.
struct ControlLog {
    /// Entries per response, the sandbox's maximum.
    private static let pageSize = 1000

    let client: ControlClient
    /// The path below `/_toque/`; also the response's member with the entries.
    let name: String
    /// The filter.
    var filter: [(name: String, value: String?)] = []

    /// The newest entries, oldest first, and the cursor after them.
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

    /// Passes new entries after a cursor to the body, until the server is gone or stdout has no reader.
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

/// The displayed part of a list.
struct LengthOption: ParsableArguments {
    @Option(help: .init("Show the newest N entries. Default: 100.", valueName: "n"))
    var last = 100

    func validate() throws {
        guard (0...100_000).contains(last) else {
            throw CommandError.invalid("--last", "\(last)", expected: "a number from 0 to 100000")
        }
    }
}

/// The display options of a log.
struct LogOptions: ParsableArguments {
    @OptionGroup var length: LengthOption

    @Flag(name: .shortAndLong, help: "Keep printing new entries until the sandbox ends.")
    var follow = false

    /// Prints entries as they are added: as JSON Lines or text.
    /// - Parameters:
    ///   - absent: the message on stderr if there are none.
    ///   - polls: counts repeated entries instead of printing them; nil prints all.
    func show(
        _ log: ControlLog, json: Bool, absent: String, polls: RepeatedPolls? = nil,
        text: @escaping @Sendable (JSON) -> String
    ) async throws {
        let (entries, cursor) = try await log.newest(length.last)
        if json, !follow { return try Console.standard.result(JSON.array(entries).serialized(pretty: true)) }
        let line: @Sendable (JSON) throws -> Void = { entry in
            if json { return try Console.standard.result(entry.serialized()) }
            let (isShown, count) = polls?.next(entry) ?? (true, nil)
            if let count { try Console.standard.result(count) }
            if isShown { try Console.standard.result(text(entry)) }
        }
        for entry in entries { try line(entry) }
        if entries.isEmpty, !follow { Console.standard.progress(absent) }
        if follow { try await log.follow(after: cursor, line) }
        if let count = polls?.end() { try Console.standard.result(count) }
    }
}
