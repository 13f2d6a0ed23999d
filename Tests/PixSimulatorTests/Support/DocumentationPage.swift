import Foundation
import Testing

/// A page under `docs/` that has to say what the code says. With `TOQUE_UPDATE_DOCS=1` it is made to.
struct DocumentationPage {
    private let url: URL
    private static let isUpdating = ProcessInfo.processInfo.environment["TOQUE_UPDATE_DOCS"] == "1"

    init(_ name: String) throws {
        url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/\(name)")
    }

    private func text() throws -> String { try String(contentsOf: url, encoding: .utf8) }

    /// The whole page.
    func expect(_ expected: String) throws {
        if Self.isUpdating { try expected.write(to: url, atomically: true, encoding: .utf8) }
        #expect(try text() == expected)
    }

    /// The table between `<!-- begin NAME -->` and `<!-- end NAME -->`.
    func expect(_ name: String, _ head: String, _ rows: [String]) throws {
        let rule = String(repeating: "|---", count: head.split(separator: "|").count { $0 != "" }) + "|"
        let table = "\n" + ([head, rule] + rows).joined(separator: "\n") + "\n"
        var text = try text()
        let begin = try #require(text.range(of: "<!-- begin \(name) -->"))
        let end = try #require(text.range(of: "<!-- end \(name) -->"))
        if Self.isUpdating {
            text.replaceSubrange(begin.upperBound..<end.lowerBound, with: table)
            try text.write(to: url, atomically: true, encoding: .utf8)
        }
        #expect(try self.text().contains("<!-- begin \(name) -->\(table)<!-- end \(name) -->"))
    }
}
