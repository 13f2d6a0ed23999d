import Glibc
import TestVectors

/// `toque verify` on JSON Lines, with one processor and with all.
enum VerifyCommandBenchmark {
    private static let copies = 200

    static func run(_ binary: String, _ folder: String) throws {
        let lines = try W3CWebAuthnLevel3.ceremonies().map { $0.json.serialized() + "\n" }
        let path = "\(folder)/ceremonies.jsonl"
        guard let file = fopen(path, "w") else {
            throw Processes.Failure(description: "\(path): \(String(cString: strerror(errno)))")
        }
        for line in Array(repeating: lines, count: copies).joined() { fputs(line, file) }
        fclose(file)

        let count = Double(lines.count * copies)
        let command = [binary, "verify", path]
        let one = try Processes.startUp(["taskset", "--cpu-list", "0"] + command, runs: 5)
        let all = try Processes.startUp(command, runs: 5)
        print(
            """
            toque verify, \(Int(count)) ceremonies as JSON Lines: \(Int(count / one * 1000))/s on one processor, \
            \(Int(count / all * 1000))/s on all, \(rounded(one / all)) x (aim: 1.8 on two)

            """)
    }
}
