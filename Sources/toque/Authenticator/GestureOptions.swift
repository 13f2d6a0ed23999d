import ArgumentParser
import CredentialStore
import SoftAuthenticator
import ToqueTerminal
import ToqueWebAuthn

/// What the person does when an authenticator in software asks.
struct GestureOptions: ParsableArguments {
    @Option(
        help: .init(
            "What the person does, in order: approve, decline, timeout, finger:NAME, bad-touch[:FAULT].",
            discussion: "Also TOQUE_GESTURE. Without it the terminal asks.", valueName: "gesture[,gesture...]"))
    var gesture: String?

    /// The gestures that were decided beforehand; nil where there are none.
    /// - Throws: usage for gestures that nobody knows.
    func script() throws(CommandError) -> ScriptedInteraction? {
        guard let script = gesture ?? environment("TOQUE_GESTURE"), !script.isEmpty else { return nil }
        do {
            return try ScriptedInteraction(parsing: script)
        } catch {
            throw CommandError(.usage, "\(gesture == nil ? "TOQUE_GESTURE" : "--gesture"): \(error)")
        }
    }

    /// Who answers for the person: the script, else the terminal.
    /// - Throws: usage where nobody could: a silent approval is never given.
    func interaction() throws(CommandError) -> any UserInteraction {
        if let script = try script() { return script }
        guard Terminal.isInteractive else {
            throw CommandError(
                .usage, "\(EnvironmentInteraction.nobody): stdin is no terminal",
                try: "--gesture approve, or TOQUE_GESTURE=approve")
        }
        return TerminalInteraction(console: .standard)
    }
}
