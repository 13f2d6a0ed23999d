import Foundation

/// A page under `docs/` that has to say what the code says. With `TOQUE_UPDATE_DOCS=1` it is made to.
public struct DocumentationPage {
    private let url: URL
    private static let isUpdating = ProcessInfo.processInfo.environment["TOQUE_UPDATE_DOCS"] == "1"

    public init(_ name: String) {
        url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/\(name)")
    }

    public func text() throws -> String { try String(contentsOf: url, encoding: .utf8) }

    /// What the page says, written anew where that is asked for.
    public func text(updatedTo expected: String) throws -> String {
        if Self.isUpdating { try expected.write(to: url, atomically: true, encoding: .utf8) }
        return try text()
    }

    /// What stands between `<!-- begin NAME -->` and `<!-- end NAME -->`, written anew where that is asked for; nil
    /// where the page has no such part.
    public func part(_ name: String, updatedTo expected: String) throws -> String? {
        var text = try text()
        guard let begin = text.range(of: "<!-- begin \(name) -->"), let end = text.range(of: "<!-- end \(name) -->")
        else { return nil }
        guard Self.isUpdating else { return String(text[begin.upperBound..<end.lowerBound]) }
        text.replaceSubrange(begin.upperBound..<end.lowerBound, with: expected)
        try text.write(to: url, atomically: true, encoding: .utf8)
        return expected
    }

    /// A table in Markdown, with a line break at its end.
    public static func table(_ head: [String], _ rows: [[String]]) -> String {
        let rule = "|" + String(repeating: "---|", count: head.count)
        func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
        return ([line(head), rule] + rows.map(line)).joined(separator: "\n") + "\n"
    }
}
