import ArgumentParser
import ToqueTerminal

struct KeyResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Erase all credentials and the PIN of a key.",
        discussion: """
            A key accepts a reset only within ten seconds of being plugged in, and requires a touch.

            Example: toque key reset
            """)

    private static let word = "erase"

    @OptionGroup var key: KeyOptions

    @Flag(help: "Skip the confirmation.")
    var yes = false

    func run() async throws {
        let interaction = try KeyInteraction(pinFile: nil)
        let manager = try key.manager(interaction)
        if !yes { try await confirm() }
        try await Interrupts.canceling { () async throws in try await manager.reset() }
        Console.standard.progress("The key is as new: without credentials, without a PIN.")
    }

    private func confirm() async throws {
        guard Terminal.isInteractive else {
            throw CommandError(
                .noTerminal, at: "--yes", "no terminal to ask on whether all credentials shall go", hint: "pass --yes")
        }
        let question =
            "All credentials of the key and its PIN will be gone. Unplug it and plug it in now, as it takes a reset "
            + "within ten seconds. Type \(Self.word) to go on: "
        guard await TerminalLine.read(prompt: { Console.standard.prompt(question) }) == Self.word else {
            throw CommandError(.canceled, "nothing was erased")
        }
    }
}
