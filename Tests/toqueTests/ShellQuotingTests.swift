import RiskSignals
import Testing
import ToqueFiles

@testable import toque

@Suite struct ShellQuotingTests {
    /// The shell itself reads the words back.
    @Test(arguments: ["plain", "", "two words", "it's", "$HOME `id` \\", "--set", "a=b,c", "ção\n*"])
    func theShellReadsTheSameWord(word: String) async throws {
        let script = "test \(word.shellQuoted) = \"$WORD\""
        let environment = DeviceRoot.machine.environment.merging(["WORD": word]) { $1 }
        let child = try ChildProcess(["/bin/sh", "-c", script], environment: environment)
        #expect(await child.wait() == 0)
    }

    @Test func plainWordsStayPlain() { #expect("http://127.0.0.1:8420/x".shellQuoted == "http://127.0.0.1:8420/x") }
}
