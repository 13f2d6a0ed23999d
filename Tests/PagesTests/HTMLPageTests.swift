import Testing

@testable import Pages

@Suite struct HTMLPageTests {
    private static let hostile = "</script><script>alert(1)</script>\u{202E}\"'&"

    private func values(_ text: String) -> [String: Any] {
        [
            "text": text, "footer": text, "institution": ["name": text, "initials": text, "hue": "1"],
            "details": [["name": text, "value": text]], "choices": [["value": text, "label": text, "primary": true]],
            "shop": text, "question": text, "account": text, "device": text, "system": text, "holder": text,
            "validity": text, "headline": text, "next": text, "tone": "info", "command": text,
            "link": ["label": text, "url": text], "document": text,
            "time": ["text": text, "end": text, "frozen": text, "countdown": ["seconds": text, "pattern": text]],
            "reason": ["code": text, "message": text],
            "url": text, "lead": text, "steps": ["list": [["label": text, "state": text, "current": true]]],
            "problem": ["code": text, "message": text, "advice": text],
            "phone": ["name": text, "initials": text, "hue": "1", "kind": text],
            "signals": ["presets": [["value": text, "label": text, "about": text]]],
            "pay": ["amount": text, "description": text, "accounts": [["id": text, "label": text]]],
            "receipt": ["amount": text, "pairs": [["name": text, "value": text]]],
            "again": ["action": text, "label": text], "about": [["name": text, "value": text]],
            "sheet": ["title": text, "text": text, "action": text, "cancel": text, "approve": text, "options": text],
            "log": ["entries": [["method": text, "path": text, "status": text, "request": text, "answer": text]]],
            "open": ["list": [["state": text, "url": text]], "hint": text, "name": text],
            "paste": ["text": text], "result": ["body": text, "backend": text],
            "answer": ["status": text, "body": text], "browser": ["action": text, "label": text, "options": text],
            "accounts": ["list": [["id": text, "label": text, "checked": true]]],
            "testers": [
                "enrollment": text, "scenario": text, "effect": text, "errors": [["error": text]], "expiry": text,
                "command": text,
            ],
        ]
    }

    @Test("No value can leave its place in a page", arguments: HTMLPage.Template.allCases)
    func escaping(template: HTMLPage.Template) {
        let page = HTMLPage(
            template, title: Self.hostile, values(Self.hostile), data: "{\"a\": \"</script>\"}",
            refreshesTo: Self.hostile)
        let text = page.render(for: PageVisitor(query: [("passkey", Self.hostile)], usual: .english))
        #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
        #expect(!text.contains("<script>"))
        #expect(!text.contains("\"'&"))
        #expect(text.contains("\\u003c/script>"))
        #expect(text.contains("</html>"))
    }

    @Test("A page has no code or style of its own", arguments: HTMLPage.Template.allCases)
    func inline(template: HTMLPage.Template) {
        let text = HTMLPage(template, title: "Title", values("text"), modules: [.countdown, .passkey])
            .render(for: PageVisitor(usual: .portuguese))
        #expect(!text.contains("style="))
        #expect(!text.contains("<style"))
        #expect(text.ranges(of: "<script").count == text.ranges(of: "<script type=\"module\" src=\"/_pages/").count)
        #expect(!text.contains("http://") && !text.contains("https://"))
        #expect(text.contains("<title>Title</title>"))
    }

    @Test("Every file that a page loads is there, under a version of its bytes")
    func files() throws {
        let names = PageModule.allCases.map(\.rawValue) + [PageFile.styleSheet]
        for name in names {
            let file = try #require(PageFile.at("\(PageFile.folder)\(name)"))
            #expect(!file.bytes.isEmpty)
            #expect(PageFile.url(name) == "/_pages/\(name)?v=\(file.version)")
        }
        #expect(PageFile.at("/_pages/") == nil)
        #expect(PageFile.at("/_pages/../toque.css") == nil)
        #expect(PageFile.at("/toque.css") == nil)
    }

    @Test("A module has at most 300 lines", arguments: PageModule.allCases)
    func moduleSize(module: PageModule) throws {
        let file = try #require(PageFile.at("\(PageFile.folder)\(module.rawValue)"))
        #expect(file.bytes.count { $0 == UInt8(ascii: "\n") } <= 300)
    }
}
