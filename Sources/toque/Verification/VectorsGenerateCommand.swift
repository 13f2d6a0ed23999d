import ArgumentParser
import TestVectors
import ToqueEncoding

extension VectorSet: ExpressibleByArgument {}

struct VectorsGenerateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Make a set of vectors.",
        discussion: """
            The same bytes each time. Files of the set are replaced; a file that is none of the set's is not.

            Example: toque vectors generate --set w3c-webauthn-l3 --output vectors/w3c-webauthn-l3
            """)

    @Option(help: .init("The set.", valueName: "name"))
    var set: VectorSet

    @Option(
        help: .init("Where its files go; made where it is not there.", valueName: "folder"),
        completion: .directory)
    var output: String

    func validate() throws {
        // A shell's unset variable; it would lead to the root.
        guard !output.isEmpty else { throw ValidationError("--output is empty; . is the folder that you are in") }
    }

    func run() async throws {
        let files = try await set.files()
        try VectorFolder(path: output).write(
            files.map { (name: $0.name, json: $0.json(of: set)) }, of: set)
        let count = files.count == 1 ? "1 file" : "\(files.count) files"
        try Console.standard.result("\(set.rawValue): \(count) in \(output)")
    }
}
