import Testing

@testable import toque

@Suite struct SubcommandsTests {
    @Test(arguments: [
        [], ["--help"], ["--version"], ["help", "simulate"], ["simulate", "whatever"], ["sandbox"],
        ["sandbox", "--help"], ["sandbox", "webhooks", "--json"], ["sandbox", "webhooks", "add", "foo"],
        ["key", "list"], ["approve", "http://127.0.0.1/"],
    ])
    func letsCommandsThrough(words: [String]) throws { try Subcommands.check(words) }

    @Test(arguments: [
        (["simulat"], #"toque has no command "simulat"; try: toque simulate, or toque --help"#),
        (
            ["sandbox", "statu", "--json"],
            #"toque sandbox has no command "statu"; try: toque sandbox status, or toque sandbox --help"#
        ),
        (
            ["sandbox", "clock", "xyzzyxyzzy"],
            #"toque sandbox clock has no command "xyzzyxyzzy"; try: toque sandbox clock --help"#
        ),
    ])
    func namesWhatMayHaveBeenMeant(words: [String], message: String) {
        let error = #expect(throws: CommandError.self) { try Subcommands.check(words) }
        #expect(error?.description == message)
        #expect(error?.status == .usage)
    }
}
