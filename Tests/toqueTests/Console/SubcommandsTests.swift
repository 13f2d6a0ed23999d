import Testing

@testable import toque

@Suite struct SubcommandsTests {
    struct Unknown: Sendable {
        let words: [String]
        let message: String
        let hint: String
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

    @Test("An unknown word after toque sandbox is a verb of toque sandbox do")
    func findsTheFallback() throws {
        let words = try Subcommands.resolved(["sandbox", "approve", "ID", "--json"])
        #expect(words == ["sandbox", "do", "approve", "ID", "--json"])
        #expect(try Subcommands.resolved(["sandbox", "clock", "run"]) == ["sandbox", "clock", "run"])
    }

    @Test(
        "An unknown subcommand is a usage error that says what to try",
        arguments: [
            Unknown(
                words: ["simulat"], message: #"toque: no command is "simulat""#,
                hint: "did you mean `toque simulate`? see `toque --help`"),
            Unknown(
                words: ["key", "lst", "--json"], message: #"toque key: no command is "lst""#,
                hint: "did you mean `toque key list`? see `toque key --help`"),
            Unknown(
                words: ["sandbox", "clock", "xyzzyxyzzy"],
                message: #"toque sandbox clock: no command is "xyzzyxyzzy""#, hint: "see `toque sandbox clock --help`"),
        ])
    func namesWhatMayHaveBeenMeant(_ unknown: Unknown) {
        let error = #expect(throws: CommandError.self) { try Subcommands.resolved(unknown.words) }
        #expect(error?.description == unknown.message)
        #expect(error?.hint == unknown.hint)
        #expect(error?.code == .unknownCommand)
    }

    @Test(
        "The command of an error is the one that the words name",
        arguments: [
            ("", "toque"), ("--help", "toque"), ("pay --amount x", "toque pay"), ("key lst", "toque key"),
            ("sandbox clock advance 2m", "toque sandbox clock advance"), ("sandbox keys --json", "toque sandbox keys"),
            ("sandbox approve ID", "toque sandbox approve"),
        ])
    func namesTheCommand(line: String, path: String) {
        #expect(Subcommands.path(line.split(separator: " ").map(String.init)) == path)
    }
}
