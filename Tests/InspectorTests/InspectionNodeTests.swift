import Testing
import ToqueEncoding

@testable import Inspector

@Suite("Rendering")
struct InspectionNodeTests {
    let node = InspectionNode(
        "root", "4 bytes", range: 0..<4,
        children: [
            InspectionNode("first", "01", range: 0..<1, problem: "wrong"),
            InspectionNode("second", children: [InspectionNode("third", "x", range: 1..<1)]),
        ])

    @Test("A tree is rendered as indented text, with or without byte ranges")
    func asText() {
        #expect(
            node.text() == """
                root: 4 bytes
                  first: 01
                    ! wrong
                  second
                    third: x
                """)
        #expect(
            node.text(ranges: true) == """
                root: 4 bytes [0..3]
                  first: 01 [0..0]
                    ! wrong
                  second
                    third: x
                """)
    }

    @Test("A tree is rendered as JSON")
    func asJSON() throws {
        #expect(
            node.json
                == (try JSON(
                    parsing: """
                        {"label": "root", "value": "4 bytes", "range": [0, 4], "children": [
                            {"label": "first", "value": "01", "range": [0, 1], "problem": "wrong"},
                            {"label": "second", "children": [{"label": "third", "value": "x", "range": [1, 1]}]}
                        ]}
                        """)))
    }

    @Test("Control characters are escaped in rendered text")
    func showsControlCharactersInsteadOfObeyingThem() {
        let text = InspectionNode("a\nb", "\u{1B}[2J é", problem: "\u{202E}").text()
        #expect(text == "a\\u{a}b: \\u{1b}[2J é\n  ! \\u{202e}")
    }
}
