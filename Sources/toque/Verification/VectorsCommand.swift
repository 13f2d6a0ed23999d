import ArgumentParser

struct VectorsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vectors",
        abstract: "Make test vectors, and check them.",
        discussion: "Example: toque vectors verify vectors",
        subcommands: [VectorsGenerateCommand.self, VectorsVerifyCommand.self])
}
