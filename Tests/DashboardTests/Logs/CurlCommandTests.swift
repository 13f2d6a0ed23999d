import Foundation
import Testing
import ToqueEncoding

@testable import Dashboard
@testable import Sandbox

@Suite struct CurlCommandTests {
    private func command(
        headers: [(name: String, value: String)] = [], query: String = "", body: String = ""
    ) -> CurlCommand {
        CurlCommand(
            .sample(method: "POST", query: query, headers: headers, body: body), url: "http://127.0.0.1:1",
            takesKey: true)
    }

    /// The arguments that a shell passes to curl.
    private func arguments(_ command: CurlCommand, _ environment: [String: String] = [:]) throws -> [String] {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "curl() { printf '%s\\0' \"$@\"; }\n\(command.text)"]
        shell.environment = environment
        let output = Pipe()
        shell.standardOutput = output
        try shell.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
        return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test(
        "A shell passes every body on as it was",
        arguments: [
            "it's", "'", "'\u{301}; touch /tmp/x '", "$(id) `id` \\ \" !", "a\nb\r\nc", "{\"a\": \"🇧🇷\u{202E}\"}",
            "@file",
        ])
    func bodies(_ body: String) throws {
        let arguments = try arguments(command(body: body))
        #expect(arguments.last?.utf8.elementsEqual(body.utf8) == true)
        #expect(arguments.dropLast().last == "--data-raw")
    }

    @Test("Variables stand for secrets, wherever they were")
    func secrets() throws {
        let command = command(
            headers: [("Authorization", "***"), ("X-Api-Key", "***"), ("Accept", "a/b"), ("Host", "h")],
            query: "a=1&token=***", body: #"{"risk_signals":"***","x":"it's","secret":"***"}"#)
        #expect(
            command.variables == [
                "TOQUE_API_KEY_ID", "TOQUE_API_KEY_SECRET", "TOKEN", "X_API_KEY", "RISK_SIGNALS", "SECRET",
            ])
        let arguments = try arguments(
            command,
            [
                "TOQUE_API_KEY_ID": "i d", "TOQUE_API_KEY_SECRET": "s'", "TOKEN": "t", "X_API_KEY": "k k",
                "RISK_SIGNALS": #"{"a": 1}"#, "SECRET": "2",
            ])
        #expect(
            arguments == [
                "--request", "POST", "http://127.0.0.1:1/things/?a=1&token=t", "--user", "i d:s'", "--header",
                "X-Api-Key: k k", "--header", "Accept: a/b", "--data-raw",
                #"{"risk_signals":{"a": 1},"x":"it's","secret":2}"#,
            ])
    }
}

extension JournalEntry {
    static func sample(
        _ cursor: Int64 = 1, method: String = "GET", path: String = "/things/", query: String = "", status: Int = 200,
        headers: [(name: String, value: String)] = [], body: String = "", answer: String = ""
    ) -> JournalEntry {
        func message(_ text: String) -> JournalMessage {
            JournalMessage(headers: headers, body: Array(text.utf8), size: text.utf8.count, bodyState: .whole)
        }
        var entry = JournalEntry(
            requestID: "r\(cursor)", time: Timestamp(microseconds: cursor), tenant: "a", method: method, path: path,
            pattern: "/things", query: query, status: status, duration: .microseconds(1), errorCode: nil,
            request: message(body), answer: message(answer))
        entry.cursor = cursor
        return entry
    }
}
