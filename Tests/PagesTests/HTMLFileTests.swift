import Testing

@testable import Pages

@Suite struct HTMLFileTests {
    private static let hostile = "</style></script><script>alert(1)</script>\"'&"

    private static func report(_ text: String, in language: PageLanguage) -> String {
        let row: [String: Any] = [
            "name": text, "failing": true, "count": text, "failures": text, "rate": text, "percentiles": [text],
            "longest": text,
        ]
        let chart: [String: Any] = [
            "title": text, "top": text, "middle": text, "end": text, "summary": text,
            "lines": [["name": text, "tone": text, "points": text]],
        ]
        let values: [String: Any] = [
            "verdict": ["tone": text, "text": text], "tiles": [["name": text, "value": text]],
            "facts": [["name": text, "value": text]], "charts": [chart], "percentiles": [text], "rows": [row],
            "hasFailures": true, "failures": [["count": text, "step": text, "text": text]],
            "unexpected": [["answers": [["step": text, "answer": text, "count": 1, "bodies": [text]]]]],
            "footer": text,
        ]
        return HTMLFile.loadReport.render(title: text, values, in: language)
    }

    @Test("No value can leave its place in a report")
    func escaping() {
        let page = Self.report(Self.hostile, in: .english)
        #expect(page.contains("&lt;script&gt;"))
        #expect(!page.contains("<script"))
        #expect(page.ranges(of: "</style>").count == 1)
        #expect(!page.contains("\"'&\""))
    }

    @Test("A report loads nothing, and has its style and its language", arguments: PageLanguage.allCases)
    func alone(language: PageLanguage) {
        let page = Self.report("text", in: language)
        #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"\(language.rawValue)\">"))
        #expect(page.contains("default-src 'none'; style-src 'unsafe-inline'"))
        #expect(page.contains("prefers-color-scheme: dark") && page.contains(".tiles"))
        for reference in ["src=", "href=", "url(", "@import"] { #expect(!page.contains(reference), "\(reference)") }
        #expect(page.hasSuffix("</html>\n"))
    }
}
