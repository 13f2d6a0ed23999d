import Testing
import ToqueEncoding

@testable import Dashboard
@testable import Sandbox

@Suite struct BodyTextTests {
    private func body(_ text: String, _ fields: [String]) -> BodyText {
        BodyText(
            JournalMessage(headers: [], body: Array(text.utf8), size: text.utf8.count, bodyState: .whole),
            fields: fields)
    }

    @Test("The lines of a faulty member are marked, and a missing one is named")
    func marks() {
        let text = body(#"{"a":{"b":[1,{"c":2}],"d":{}},"e":"f"}"#, ["a.b[1]", "e", "x.y"])
        #expect(
            text.lines.filter(\.isFaulty).map(\.text) == ["      {", "        \"c\": 2", "      }", "  \"e\": \"f\""])
        #expect(text.missing == ["x.y"])
        #expect(
            text.lines.map(\.text).joined(separator: "\n")
                == (try? JSON(parsing: #"{"a":{"b":[1,{"c":2}],"d":{}},"e":"f"}"#))?.serialized(pretty: true))
    }

    @Test("A body that is no JSON stays as it is")
    func otherBodies() {
        #expect(body("a=1\nb", ["a"]).lines.map(\.text) == ["a=1", "b"])
        #expect(body("", ["a"]).lines.isEmpty)
    }
}
