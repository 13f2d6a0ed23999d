import ArgumentParser
import CeremonyDocuments
import TestVectors
import ToqueEncoding

struct VectorsVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check test vectors against their expectations.",
        discussion: """
            Reads files, and from folders all .json and .jsonl files that hold vectors. Reports unexpected results on \
            stderr.

            Example: toque vectors verify vectors
            """)

    @Argument(help: .init("Files and folders. Default: vectors.", valueName: "path"), completion: .file())
    var paths: [String] = ["vectors"]

    func run() throws {
        var total = VectorCount()
        var files = 0
        for path in paths {
            let isFolder = try FolderFiles.isFolder(path)
            for file in isFolder ? try FolderFiles.files(in: path, endingIn: [".json", ".jsonl"]) : [path] {
                let count = try verify(file)
                // A folder may contain other JSON files.
                guard count != nil || isFolder else {
                    throw CommandError(
                        .invalidContent, at: file, "holds no vectors", hint: "vectors/README.md describes the form")
                }
                if let count {
                    files += 1
                    total.vectors += count.vectors
                    total.unexpected += count.unexpected
                }
            }
        }
        // A test that accidentally verifies nothing must fail.
        guard total.vectors > 0 else {
            throw CommandError(
                .invalidContent, at: paths.joined(separator: ", "), "no vectors",
                hint: "make some with `toque vectors generate`")
        }
        try Console.standard.result("\(files == 1 ? "1 file" : "\(files) files"), \(total)")
        if total.unexpected > 0 { throw ExitCode(ExitStatus.failed.rawValue) }
    }

    /// - Returns: nil for a file without vectors.
    private func verify(_ path: String) throws -> VectorCount? {
        let file = try InputFile(path)
        var count = VectorCount()
        func note(_ verdict: VectorVerdict) {
            count.vectors += 1
            guard !verdict.isAsExpected else { return }
            count.unexpected += 1
            Console.standard.error("\(path): \(verdict.id?.escaped ?? "no id"): \(verdict.summary)".onOneLine)
        }
        if path.hasSuffix(".jsonl") {
            var reader = CeremonyReader { try file.chunk() }
            while let verdicts = try reader.next(VectorVerdict.init) { verdicts.forEach(note) }
            return count
        }
        let json: JSON
        do {
            json = try JSON(
                parsing: file.bytes(limit: CeremonyReader.limit), limits: JSON.Limits(size: CeremonyReader.limit))
        } catch let error as JSONSyntaxError {
            throw CommandError(.invalidContent, at: path, "\(error)")
        }
        return VectorVerdict.judge(json, note) ? count : nil
    }
}

/// The number of vectors, in words.
struct VectorCount: CustomStringConvertible {
    var vectors = 0
    var unexpected = 0

    var description: String {
        let all = vectors == 1 ? "1 verdict" : "\(vectors) verdicts"
        return unexpected == 0 ? "\(all), as expected" : "\(all), \(unexpected) not as expected"
    }
}
