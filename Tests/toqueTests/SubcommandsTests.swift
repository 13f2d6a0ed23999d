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
        try Subcommands.resolved(line.split(separator: " ").map(String.init))
    }

    @Test(
        "An unknown subcommand is a usage error that says what to try",
        arguments: [
            Unknown(
                words: ["simulat"], message: #"toque has no command "simulat"; try: toque simulate, or toque --help"#),
            Unknown(
                words: ["sandbox", "statu", "--json"],
                message: #"toque sandbox has no command "statu"; try: toque sandbox status, or toque sandbox --help"#),
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
