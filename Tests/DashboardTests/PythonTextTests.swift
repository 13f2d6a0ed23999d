import Foundation
import Testing
import ToqueEncoding

@testable import Dashboard

@Suite struct PythonTextTests {
    /// What Python makes of an expression, as JSON.
    private func evaluated(_ expression: String, _ setup: String = "") throws -> JSON {
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        python.arguments = ["python3", "-c", "import json\n\(setup)\nprint(json.dumps(\(expression)))"]
        let output = Pipe()
        python.standardOutput = output
        try python.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        python.waitUntilExit()
        return try JSON(parsing: Array(bytes))
    }

    @Test("Python reads every literal as the JSON that it was")
    func literals() throws {
        let text = #"{"a'\"\\\n\t\u0000":[1,-2.5,true,false,null,[],{}],"\u202e🇧🇷\u0301{x}":"it's \u2028 'é"}"#
        let json = try JSON(parsing: text)
        #expect(try evaluated(PythonText().literal(json, indent: 0)) == json)
        #expect(
            !PythonText.string("\u{202E}\u{2067}\u{0}").unicodeScalars.contains { $0.value > 0x7E || $0.value < 0x20 })
    }

    @Test("Known ids are expressions, in bodies and in paths")
    func expressions() throws {
        let python = PythonText(expressions: ["id-1": "thing[\"id\"]"])
        let setup = "thing = {'id': 'new'}"
        #expect(try evaluated(python.path("/things/id-1/{x}'\"/"), setup) == "/things/new/{x}'\"/")
        #expect(try evaluated(python.path("/things/{x}/"), setup) == "/things/{x}/")
        let body: JSON = ["thing": "id-1", "signals": "***"]
        let literal = python.literal(body, members: ["signals": "thing"], indent: 0)
        #expect(try evaluated(literal, setup) == ["thing": "new", "signals": ["id": "new"]])
    }
}
