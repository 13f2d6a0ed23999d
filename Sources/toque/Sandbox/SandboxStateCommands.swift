import ArgumentParser
import ToqueEncoding

struct SandboxSaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Write all that the sandbox has of the tenant into a file.",
        discussion: "Example: toque sandbox save enrolled.json")

    @Argument(help: "The file, which only you can read; - for stdout.", completion: .file())
    var file: String

    @OptionGroup var control: ControlOptions

    func run() async throws {
        try await control.withControl { client in
            let state = try await client.get("state")
            let text = state.serialized(pretty: true)
            let output = try OutputFile(file)
            // A terminal may show it: it is text.
            if output.isStandardOutput { return try Console.standard.result(text) }
            try output.write(Array("\(text)\n".utf8))
            try control.show(["file": .string(file)], "saved to \(file)")
        }
    }
}

struct SandboxLoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Put a saved state in place of all that the tenant has.",
        discussion: "Example: toque sandbox load enrolled.json")

    @Argument(help: "A file of toque sandbox save; - for stdin.", completion: .file())
    var file: String

    @OptionGroup var control: ControlOptions

    func run() async throws {
        let state = try StateFile.json(of: file)
        try await control.withControl { client in
            do throws(ControlError) {
                _ = try await client.put("state", state)
            } catch {
                guard case .refused(400, _, _, _) = error else { throw error }
                throw CommandError(.failed, "\(file): \(error)", try: "a file of toque sandbox save")
            }
            try control.show(["file": .string(file)], "loaded \(file)")
        }
    }
}

struct SandboxResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Make the tenant as new: its objects, time, scenarios and logs. Other tenants keep theirs.",
        discussion: "Example: toque sandbox reset")

    @OptionGroup var control: ControlOptions

    func run() async throws {
        try await control.withControl { client in
            let tenant = try await client.get("")["tenant"]
            _ = try await client.post("reset")
            try control.show(["tenant": tenant ?? .null], "\(tenant.cell): as new")
        }
    }
}

/// A file of `toque sandbox save`, which the sandbox alone judges.
enum StateFile {
    /// Bytes, the most that a sandbox takes.
    static let limit = 64 << 20

    /// - Throws: status 3 where it cannot be read, status 1 where it is no JSON.
    static func json(of path: String) throws(CommandError) -> JSON {
        let bytes = try Input.bytes(of: path, limit: limit, asking: "a saved state")
        do {
            return try JSON(parsing: bytes, limits: .init(size: limit))
        } catch {
            throw CommandError(.failed, "\(path): \(error)", try: "a file of toque sandbox save")
        }
    }
}
