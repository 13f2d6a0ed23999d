import RiskSignals
import Testing

@testable import toque

@Suite struct ChildProcessTests {
    @Test(
        "A child process gives its exit code, or 128 plus the signal that ended it",
        arguments: [("exit 0", Int32(0)), ("exit 7", 7), ("kill -TERM $$", 143)])
    func exitCodes(script: String, code: Int32) async throws {
        let child = try ChildProcess(["sh", "-c", script], environment: DeviceRoot.machine.environment)
        #expect(await child.wait() == code)
    }

    @Test("A child process gets exactly the given environment")
    func theEnvironmentIsTheGivenOne() async throws {
        let child = try ChildProcess(
            ["/bin/sh", "-c", #"test "$TOQUE_TEST" = "a b" && test -z "$HOME""#],
            environment: ["TOQUE_TEST": "a b"])
        #expect(await child.wait() == 0)
    }

    @Test("A missing command is reported by name as unreachable")
    func aCommandThatIsNotThereIsNamed() {
        let error = #expect(throws: CommandError.self) {
            try ChildProcess(["no-such-command"], environment: DeviceRoot.machine.environment)
        }
        #expect(error?.description.hasPrefix("no-such-command: No such file or directory") == true)
        #expect(error?.status == .unreachable)
    }
}
