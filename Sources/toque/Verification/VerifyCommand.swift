import ArgumentParser
import CeremonyDocuments
import Glibc

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify registrations and authentications.",
        discussion: """
            Reads ceremonies, as one JSON document or as JSON Lines, and prints a verdict line for each. Exits 0 when \
            all are as they say they should be, or valid where they say nothing.

            Example: toque verify ceremonies.jsonl
            """)

    @Argument(help: .init("The ceremonies: a file, or - for stdin.", valueName: "file"), completion: .file())
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
        // A test that verifies nothing by mistake must not pass.
        guard count > 0 else {
            throw CommandError(
                .failed, "\(input.name): no ceremony", try: "a ceremony as docs/verify.md describes it")
        }
        if isatty(STDERR_FILENO) == 1 {
            Console.standard.progress(VectorCount(vectors: count, unexpected: unexpected).description)
        }
        if unexpected > 0 { throw ExitCode(ExitStatus.failed.rawValue) }
    }
}
