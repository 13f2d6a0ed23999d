import ArgumentParser
import CredentialStore
import SoftAuthenticator
import ToqueTerminal
import ToqueWebAuthn

/// The person's responses to a software authenticator.
struct GestureOptions: ParsableArguments {
    @Option(
        help: .init(
            "Script the person's gestures, in order: approve, decline, timeout, finger:NAME, bad-touch[:FAULT].",
            discussion: "Also TOQUE_GESTURE. Default: ask on the terminal.", valueName: "gesture[,gesture...]"),
        completion: MachineValues.gestures)
    var gesture: String?

    /// The scripted gestures, or nil.
    /// - Throws: usage error for unknown gestures.
    func script() throws(CommandError) -> ScriptedInteraction? {
        guard let script = gesture ?? environment("TOQUE_GESTURE"), !script.isEmpty else { return nil }
        do {
            return try ScriptedInteraction(parsing: script)
        } catch {
            throw CommandError(.invalidValue, at: gesture == nil ? "TOQUE_GESTURE" : "--gesture", "\(error)")
        }
    }

    /// Answers for the person: the script, or else the terminal.
    /// - Throws: usage error if there is no one to ask: approval is never implicit.
    func interaction() throws(CommandError) -> any UserInteraction {
        if let script = try script() { return script }
        guard Terminal.isInteractive else {
            throw CommandError(
                .noTerminal, at: "--gesture", "no terminal to ask on",
                hint: "pass --gesture approve, or set TOQUE_GESTURE=approve")
        }
        return TerminalInteraction(console: .standard)
    }
}
