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
            (CommandError(.invalidValue, "x"), 2),
            (CommandError(.unreachable, "x"), 3),
            (CommandError(.notKnownYet, "x"), 4),
            (WebAuthnError(.notAllowedError, "x"), 1),
            (WebAuthnError(.notAllowedError, "x", isUnreachable: true), 3),
            (VirtualKeyError("x"), 3),
            (JSONMemberError(path: "rp.id", found: "nothing", expected: "a string"), 1),
            (RiskSignalsError.accountTenureFormat(found: "x"), 2),
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

    @Test("An error has a line with the place and the problem, and a line with the fix")
    func form() {
        let error = CommandError(.invalidValue, at: "--port", "\"x\" is not a port.", hint: "pass 0\nfor a free one")
        #expect(error.text(of: "toque simulate") == "error: --port: \"x\" is not a port\nhint: pass 0 for a free one")
        #expect(CommandError(.canceled, "canceled").text(of: "toque pay") == "error: toque pay: canceled")
    }

    @Test("An error's JSON has its code, message, hint and field, with null for absent ones")
    func document() {
        let error = CommandError(.invalidValue, at: "--port", "\"x\" is not a port", hint: "pass 0")
        #expect(
            error.json == [
                "error": [
                    "code": "invalid_value", "message": "\"x\" is not a port", "hint": "pass 0", "field": "--port",
                ]
            ])
        #expect(
            CommandError(.canceled, "canceled").json == [
                "error": ["code": "canceled", "message": "canceled", "hint": .null, "field": .null]
            ])
    }

    /// The parser's errors have no structure except their texts.
    @Test(
        "An error of the argument parser names the option, the code and the help",
        arguments: [
            ("pay --amount 1 --amont 1", ErrorCode.unknownOption, "--amont: toque pay has no such option"),
            ("pay --amount", .missingArgument, "--amount: a value is missing"),
            ("pay", .missingArgument, "--amount: required"),
            ("pay --amount 1 more", .unexpectedArgument, "unexpected argument \"more\""),
            ("pay --amount 1 more words", .unexpectedArgument, "unexpected arguments \"more\", \"words\""),
            (
                "pay --amount ten", .invalidValue,
                "--amount: \"ten\" is not an amount above 0 with at most two decimals, such as 0.13"
            ),
            ("logs --last x", .invalidValue, "--last: \"x\" is not a whole number"),
            ("logs --status x", .invalidValue, "--status: \"x\" is not an HTTP status such as 503"),
            (
                "pay --amount 1 --poll-timeout x", .invalidValue,
                "--poll-timeout: \"x\" is not a number of seconds, such as 2.5"
            ),
            (
                "sandbox wait --timeout x", .invalidValue,
                "--timeout: \"x\" is not a time such as 90s, 2m, 1h30m or 365d"
            ),
            ("enroll --bank maybe", .invalidValue, "--bank: \"maybe\" is not one of approve, decline, browser"),
            ("doctor --json=x", .unexpectedArgument, "--json: takes no value"),
            ("approve", .missingArgument, "<url>: required"),
        ])
    func parserErrors(line: String, code: ErrorCode, message: String) throws {
        let words = line.split(separator: " ").map(String.init)
        let error = try #require(throws: (any Error).self) { try Toque.parseAsRoot(words) }
        let failure = try #require(CommandError(parsing: error, words, Subcommands.path(words)))
        #expect(failure.code == code)
        #expect(failure.description == message)
        #expect(failure.hint?.hasSuffix("see `\(Subcommands.path(words)) --help`") == true)
    }

    @Test("An error that validation throws keeps its type")
    func validationErrors() throws {
        let error = try #require(throws: (any Error).self) { try Toque.parseAsRoot(["sandbox", "clock", "advance"]) }
        #expect(CommandError(of: error)?.code == .missingArgument)
    }

    @Test(
        "A command for toque simulate without -- is shown with it",
        arguments: [
            ("simulate pytest", "toque simulate -- pytest"),
            ("simulate pytest -x tests", "toque simulate -- pytest -x tests"),
            ("simulate --memory --port 0 npm test", "toque simulate --memory --port 0 -- npm test"),
        ])
    func forgottenDashes(line: String, command: String) throws {
        let words = line.split(separator: " ").map(String.init)
        let error = try #require(throws: (any Error).self) { try Toque.parseAsRoot(words) }
        let failure = try #require(CommandError(parsing: error, words, "toque simulate"))
        #expect(failure.hint == "write a command after `--`: `\(command)`")
    }
}
