import ArgumentParser
import ToqueEncoding

struct SandboxSaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save the tenant's state to a file.",
        discussion: "Example: toque sandbox save enrolled.json")

    @Argument(help: "File to write, readable only by you, or - for stdout.", completion: .file())
    var file: String

    @OptionGroup var control: ControlOptions

    func run() async throws {
        try await control.withControl { client in
            let state = try await client.get("state")
            let text = state.serialized(pretty: true)
            let output = try OutputFile(file)
            // Safe for a terminal: it is text.
            if output.isStandardOutput { return try Console.standard.result(text) }
            try output.write(Array("\(text)\n".utf8))
            try control.show(["file": .string(file)], "saved to \(file)")
        }
    }
}

struct SandboxLoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Replace the tenant's state with a saved one.",
        discussion: "Example: toque sandbox load enrolled.json")

    @Argument(help: "File from toque sandbox save, or - for stdin.", completion: .file())
    var file: String

    @OptionGroup var control: ControlOptions

    func run() async throws {
        let state = try StateFile.json(of: file)
        try await control.withControl { client in
            do throws(ControlError) {
                _ = try await client.put("state", state)
            } catch {
                guard case .refused(400, _, _, _) = error else { throw error }
                throw CommandError(.invalidContent, at: file, "\(error)", hint: "pass a file of `toque sandbox save`")
            }
            try control.show(["file": .string(file)], "loaded \(file)")
        }
    }
}

struct SandboxResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Reset the tenant's objects, clock, scenarios and logs.",
        discussion: """
            Other tenants are not affected.

            Example: toque sandbox reset
            """)

    @OptionGroup var control: ControlOptions

    func run() async throws {
        try await control.withControl { client in
            let tenant = try await client.get("")["tenant"]
            _ = try await client.post("reset")
            try control.show(["tenant": tenant ?? .null], "\(tenant.cell): as new")
        }
    }
}

/// A file from `toque sandbox save`; only the sandbox checks its content.
enum StateFile {
    /// The sandbox's maximum size in bytes.
    static let limit = 64 << 20

    /// - Throws: status 3 if it cannot be read, status 1 if it is not JSON.
    static func json(of path: String) throws(CommandError) -> JSON {
        let bytes = try Input.bytes(of: path, limit: limit, asking: "a saved state")
        do {
            return try JSON(parsing: bytes, limits: .init(size: limit))
        } catch {
            throw CommandError(.invalidContent, at: path, "\(error)", hint: "pass a file of `toque sandbox save`")
        }
    }
}
