import Testing

@testable import toque

@Suite struct SubcommandsTests {
    struct Unknown: Sendable {
        let words: [String]
        let message: String
    }

    @Test(
        "A command line whose subcommands exist is accepted",
        arguments: [
            "", "--help", "--version", "help simulate", "simulate whatever", "sandbox", "sandbox --help",
            "sandbox webhooks --json", "sandbox webhooks add foo", "key list", "approve http://127.0.0.1/",
        ])
    func letsCommandsThrough(line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        #expect(try Subcommands.resolved(words) == words)
    }

    @Test("A word that no command of toque sandbox has goes to the command that asks the sandbox for it")
    func findsTheFallback() throws {
        let words = try Subcommands.resolved(["sandbox", "approve", "ID", "--json"])
        #expect(words == ["sandbox", "do", "approve", "ID", "--json"])
        #expect(try Subcommands.resolved(["sandbox", "clock", "run"]) == ["sandbox", "clock", "run"])
    }

    @Test(
        "An unknown subcommand is a usage error that says what to try",
        arguments: [
            Unknown(
                words: ["simulat"], message: #"toque has no command "simulat"; try: toque simulate, or toque --help"#),
            Unknown(
                words: ["key", "lst", "--json"],
                message: #"toque key has no command "lst"; try: toque key list, or toque key --help"#),
            Unknown(
                words: ["sandbox", "clock", "xyzzyxyzzy"],
                message: #"toque sandbox clock has no command "xyzzyxyzzy"; try: toque sandbox clock --help"#),
        ])
    func namesWhatMayHaveBeenMeant(_ unknown: Unknown) {
        let error = #expect(throws: CommandError.self) { try Subcommands.resolved(unknown.words) }
        #expect(error?.description == unknown.message)
        #expect(error?.status == .usage)
    }
}
