import Glibc
import Testing
import ToqueEncoding

@testable import toque

@Suite struct ConsoleTests {
    private let console = Console(usesColor: true)

    /// A server's name must not clear the screen, hide a line or reverse one.
    @Test(
        "Control and bidirectional characters in outside text are shown escaped",
        arguments: [
            ("\u{1B}[2Jx", #"\u001b[2Jx"#), ("a\rb", #"a\u000db"#), ("\u{9B}31m", #"\u009b31m"#),
            ("\u{7F}", #"\u007f"#),
            ("\u{202E}txt", #"\u202etxt"#), ("a\tç\n🙂", "a\tç\n🙂"), ("\u{1B}]0;title\u{07}", #"\u001b]0;title\u0007"#),
        ])
    func outsideTextIsHarmless(text: String, shown: String) {
        #expect(console.harmless(text) == shown)
    }

    @Test("The console prints its own styles unescaped only if it uses color")
    func ourOwnStylesGoThrough() {
        let text = console.styled("done", .bold)
        #expect(console.harmless(text) == text)
        #expect(Console(usesColor: false).harmless(text) != text)
    }

    @Test("An escaped JSON result is ASCII and parses to the same value")
    func aResultStaysTheSameJSON() throws {
        let json: JSON = ["name": "\u{7F}\u{9B}\u{202E}\u{1B}\r\n"]
        let shown = console.harmless(json.serialized(pretty: true))
        #expect(shown.unicodeScalars.allSatisfy { $0.isASCII })
        #expect(try JSON(parsing: shown) == json)
    }

    @Test("A result that cannot be written to standard output is a failure")
    func aResultThatCannotBeWrittenIsAFailure() async {
        await #expect(processExitsWith: .success) {
            dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO)
            let error = #expect(throws: CommandError.self) { try Console(usesColor: false).result("{}") }
            #expect(error?.status == .unreachable)
        }
    }

    /// More than a pipe holds, into a nonblocking pipe.
    @Test("A slow reader of a nonblocking pipe gets the whole result")
    func aSlowReaderLosesNothing() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [-1, -1]
            pipe(&ends)
            _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
            dup2(ends[1], STDOUT_FILENO)
            let reader = ends[0]
            let count = Task.detached {
                var buffer = [UInt8](repeating: 0, count: 1 << 16)
                var total = 0
                while total < 1_000_001 { total += max(0, read(reader, &buffer, buffer.count)) }
                return total
            }
            try Console(usesColor: false).result(String(repeating: "x", count: 1_000_000))
            #expect(await count.value == 1_000_001)
        }
    }

    @Test("Writing to a pipe that its reader has closed is not a failure")
    func aReaderThatHasEnoughIsNoFailure() async {
        await #expect(processExitsWith: .exitCode(0)) {
            signal(SIGPIPE, SIG_IGN)
            var ends: [Int32] = [-1, -1]
            pipe(&ends)
            close(ends[0])
            dup2(ends[1], STDOUT_FILENO)
            try Console(usesColor: false).result("{}")
            exit(0)
        }
    }

    @Test("A name with line breaks is shown on one line")
    func namesStayOnOneLine() { #expect("a\r\nb\u{2028}c\n".onOneLine == "a b c") }
}
