import ArgumentParser

struct BrowserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browser",
        abstract: "Give web pages passkeys in any browser, for tests.",
        discussion: "Example: toque browser serve --memory --origin http://localhost:3000 --gesture approve",
        subcommands: [BrowserServeCommand.self, BrowserScriptCommand.self, BrowserProxyCommand.self])
}
