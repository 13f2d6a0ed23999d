import ArgumentParser
import TestVectors
import ToqueEncoding

extension VectorSet: ExpressibleByArgument {}

struct VectorsGenerateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Make a set of test vectors.",
        discussion: """
            Makes the same bytes each time. Replaces the files of the set, and no others.

            Example: toque vectors generate --set w3c-webauthn-l3 --output vectors/w3c-webauthn-l3
            """)

    @Option(help: .init("Make this set. Required.", valueName: "name"))
    var set: VectorSet

    @Option(
        help: .init("Write into this folder, made if missing. Required.", valueName: "folder"),
        completion: .directory)
    var output: String

    func validate() throws {
        // A shell's unset variable; it would mean the root folder.
        guard !output.isEmpty else {
            throw CommandError(.invalidValue, at: "--output", "is empty", hint: "pass . for the current folder")
        }
    }

    func run() async throws {
        let files = try await set.files()
        try VectorFolder(path: output).write(
            files.map { (name: $0.name, json: $0.json(of: set)) }, of: set)
        let count = files.count == 1 ? "1 file" : "\(files.count) files"
        try Console.standard.result("\(set.rawValue): \(count) in \(output)")
    }
}
