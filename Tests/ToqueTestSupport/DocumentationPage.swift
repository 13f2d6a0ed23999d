import Foundation

/// A page under `docs/` that must match the code. `TOQUE_UPDATE_DOCS=1` rewrites it.
public struct DocumentationPage {
    private let url: URL
    private static let isUpdating = ProcessInfo.processInfo.environment["TOQUE_UPDATE_DOCS"] == "1"

    public init(_ name: String) {
        url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/\(name)")
    }

    public func text() throws -> String { try String(contentsOf: url, encoding: .utf8) }

    /// The page's text, rewritten on demand.
    public func text(updatedTo expected: String) throws -> String {
        if Self.isUpdating { try expected.write(to: url, atomically: true, encoding: .utf8) }
        return try text()
    }

    /// The text between `<!-- begin NAME -->` and `<!-- end NAME -->`, rewritten on demand; nil if the page has no such
    /// part.
    public func part(_ name: String, updatedTo expected: String) throws -> String? {
        var text = try text()
        guard let begin = text.range(of: "<!-- begin \(name) -->"), let end = text.range(of: "<!-- end \(name) -->")
        else { return nil }
        guard Self.isUpdating else { return String(text[begin.upperBound..<end.lowerBound]) }
        text.replaceSubrange(begin.upperBound..<end.lowerBound, with: expected)
        try text.write(to: url, atomically: true, encoding: .utf8)
        return expected
    }

    /// A Markdown table that ends with a line break.
    public static func table(_ head: [String], _ rows: [[String]]) -> String {
        let rule = "|" + String(repeating: "---|", count: head.count)
        func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
        return ([line(head), rule] + rows.map(line)).joined(separator: "\n") + "\n"
    }
}
