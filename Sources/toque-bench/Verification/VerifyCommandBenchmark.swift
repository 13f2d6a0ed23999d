import Glibc
import TestVectors

/// `toque verify` on JSON Lines, with one processor and with all, compared to the maximum gain from a second processor.
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
        let one = ["taskset", "--cpu-list", "0"] + command
        let other = ["taskset", "--cpu-list", "1"] + command
        // In turns, because other users of a virtual machine's processors come and go.
        var times = (one: Double.infinity, all: Double.infinity, apart: Double.infinity)
        for _ in 0..<7 {
            times.one = min(times.one, try Processes.time(of: [one]))
            times.all = min(times.all, try Processes.time(of: [command]))
            times.apart = min(times.apart, try Processes.time(of: [one, other]))
        }
        print(
            """
            toque verify, \(Int(count)) ceremonies as JSON Lines: \(Int(count / times.one * 1000))/s on one \
            processor, \(Int(count / times.all * 1000))/s on all, \(rounded(times.one / times.all)) x (aim: 1.8 on \
            two); two processes that share nothing are \(rounded(2 * times.one / times.apart)) x as fast as one

            """)
    }
}
