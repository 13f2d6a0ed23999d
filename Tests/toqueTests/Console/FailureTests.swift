import ArgumentParser
import PixAPI
import RiskSignals
import Testing
import ToqueEncoding
import ToqueWebAuthn
import VirtualKey

@testable import toque

private struct Unforeseen: Error {}

@Suite struct FailureTests {
    @Test("Each kind of error ends the command with its exit code")
    func exitCodes() {
        let table: [(error: any Error, code: Int32)] = [
            (CommandError(.usage, "x"), 2),
            (CommandError(.unreachable, "x"), 3),
            (WebAuthnError(.notAllowedError, "x"), 1),
            (WebAuthnError(.notAllowedError, "x", isUnreachable: true), 3),
            (VirtualKeyError("x"), 3),
            (JSONMemberError(path: "rp.id", found: "nothing", expected: "a string"), 1),
            (RiskSignalsError.accountTenureFormat(found: "x"), 1),
            (RiskSignalsError.unreadableFixture(name: "x", reason: "missing"), 3),
            (PixClientError.unreachable(server: "http://127.0.0.1:1", reason: "refused"), 3),
            (PixClientError.refused(request: "GET /", status: 400, errors: []), 1),
            (ExitCode(42), 42),
            (ValidationError("x"), 2),
            (CleanExit.message("x"), 0),
            (Unforeseen(), 1),
        ]
        for (error, code) in table { #expect(Failure.report(error) == code, "\(error)") }
    }

    @Test("The description of an error ends with the command to try")
    func anErrorEndsWithWhatToTry() {
        #expect("\(CommandError(.failed, "no", try: "toque demo"))" == "no; try: toque demo")
    }
}
