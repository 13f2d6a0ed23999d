import ArgumentParser

struct VectorsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vectors",
        abstract: "Make and check test vectors.",
        discussion: "Example: toque vectors verify vectors",
        subcommands: [VectorsGenerateCommand.self, VectorsVerifyCommand.self])
}
