import ToqueCrypto
import ToqueTerminal

/// Asks the person at the terminal for a secret, without showing it.
enum SecretPrompt {
    /// - Parameters:
    ///   - what: for the error, for example `PIN`.
    ///   - option: names a file with it.
    /// - Throws: status 1 if nothing was typed or there is no one to ask.
    static func ask(_ question: String, for what: String, option: String) async throws(CommandError) -> SecretBytes {
        let line = await Terminal.withPerson { terminal in
            await TerminalLine.readSecret(of: terminal) { Console.standard.prompt("\(question): ", to: terminal) }
        }
        guard let line, line.count > 0 else {
            throw CommandError(
                .noTerminal, at: option, "no \(what) was given",
                hint: "pass \(option) FILE, or run the command on a terminal")
        }
        return line
    }

    /// A new secret: typed twice, unless it is in a file.
    /// - Parameters:
    ///   - file: of one line.
    ///   - plural: the name of both, for the error.
    static func new(
        _ what: String, plural: String, file: String?, option: String
    ) async throws(CommandError) -> SecretBytes {
        if let file { return try SecretFile.line(of: file, holding: "the \(what)") }
        let first = try await ask("New \(what)", for: what, option: option)
        let second = try await ask("New \(what) again", for: what, option: option)
        guard second.constantTimeEquals(first) else {
            throw CommandError(.canceled, "the two \(plural) differ; nothing was changed")
        }
        return first
    }
}
