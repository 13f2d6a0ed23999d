import RiskSignals
import Testing
import ToqueFiles

@testable import toque

@Suite struct ShellQuotingTests {
    @Test(
        "A shell reads a quoted word back as the same word",
        arguments: ["plain", "", "two words", "it's", "$HOME `id` \\", "--set", "a=b,c", "ção\n*"])
    func theShellReadsTheSameWord(word: String) async throws {
        let script = "test \(word.shellQuoted) = \"$WORD\""
        let environment = DeviceRoot.machine.environment.merging(["WORD": word]) { $1 }
        let child = try ChildProcess(["/bin/sh", "-c", script], environment: environment)
        #expect(await child.wait() == 0)
    }

    @Test("A word that needs no quotes gets none")
    func plainWordsStayPlain() { #expect("http://127.0.0.1:8420/x".shellQuoted == "http://127.0.0.1:8420/x") }
}
