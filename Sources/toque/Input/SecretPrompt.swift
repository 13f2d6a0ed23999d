import ToqueCrypto
import ToqueTerminal

/// Asks the person at the terminal for a secret, which is not shown.
enum SecretPrompt {
    /// - Parameters:
    ///   - what: for the error, such as `PIN`.
    ///   - option: the one that names a file with it.
    /// - Throws: status 1 where nothing was typed, or nobody can type.
    static func ask(_ question: String, for what: String, option: String) async throws(CommandError) -> SecretBytes {
        let line = await Terminal.withPerson { terminal in
            await TerminalLine.readSecret(of: terminal) { Console.standard.prompt("\(question): ", to: terminal) }
        }
        guard let line, line.count > 0 else {
            throw CommandError(.failed, "no \(what) was given", try: "\(option) FILE, where nobody can type it")
        }
        return line
    }

    /// One that is to be set: typed twice, unless a file holds it.
    /// - Parameters:
    ///   - file: of one line.
    ///   - plural: both of them, for the error.
    static func new(
        _ what: String, plural: String, file: String?, option: String
    ) async throws(CommandError) -> SecretBytes {
        if let file { return try SecretFile.line(of: file, holding: "the \(what)") }
        let first = try await ask("New \(what)", for: what, option: option)
        let second = try await ask("New \(what) again", for: what, option: option)
        guard second.constantTimeEquals(first) else {
            throw CommandError(.failed, "the two \(plural) differ; nothing was changed")
        }
        return first
    }
}
