import ArgumentParser
import ToqueEncoding

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

    @Flag(name: .shortAndLong, help: "Go on with what is added, until the sandbox ends.")
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
