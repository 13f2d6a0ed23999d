import ArgumentParser
import CeremonyDocuments
import Glibc

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify registrations and authentications.",
        discussion: """
            Reads ceremonies as one JSON document or as JSON Lines, and prints a verdict line for each. Exits 0 if all \
            verdicts are as expected; a ceremony that names no verdict expects valid.

            Example: toque verify ceremonies.jsonl
            """)

    @Argument(
        help: .init("File with the ceremonies, or - for stdin. Default: -.", valueName: "file"), completion: .file())
    var file: String = "-"

    @OptionGroup(title: "Trust")
    var trust: TrustOptions

    func run() throws {
        var policy = CeremonyDocument.basePolicy
        try trust.amend(&policy)
        let input = try InputFile(file)
        var reader = CeremonyReader(over: policy) { try input.chunk() }
        var count = 0
        var unexpected = 0
        let console = Console.standard
        while let verdicts = try reader.next({ ($0.isAsExpected, console.line($0.json.serialized())) }) {
            count += verdicts.count
            unexpected += verdicts.count { !$0.0 }
            try console.result(lines: verdicts.map(\.1))
        }
        // A test that accidentally verifies nothing must fail.
        guard count > 0 else {
            throw CommandError(
                .invalidContent, at: input.name, "holds no ceremony", hint: "docs/verify.md describes the form")
        }
        if isatty(STDERR_FILENO) == 1 {
            Console.standard.progress(VectorCount(vectors: count, unexpected: unexpected).description)
        }
        if unexpected > 0 { throw ExitCode(ExitStatus.failed.rawValue) }
    }
}
