import Foundation
import Testing
import ToqueEncoding

@testable import Pages

@Suite struct PageTextsTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")

    /// The keys of a language's table.
    private static func keys(_ language: PageLanguage) -> [String] {
        PageTexts.of(language).areas.flatMap { area, texts in texts.keys.map { "\(area).\($0)" } }
    }

    private static func contents(_ isWanted: (String) -> Bool) throws -> [String] {
        let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        return try names.filter(isWanted).map {
            try String(contentsOf: sources.appending(path: $0), encoding: .utf8)
        }
    }

    /// The keys that templates use.
    private static func shown() throws -> Set<String> {
        let templates = try contents { $0.hasSuffix(".mustache") }
        #expect(templates.count > HTMLPage.Template.allCases.count - 1)
        return Set(templates.flatMap { $0.matches(of: /texts\.([A-Za-z.]+)/).map { String($0.1) } })
    }

    @Test("Every language has every text that code or a template uses, and no other", arguments: PageLanguage.allCases)
    func tables(language: PageLanguage) throws {
        let used = try Self.shown().union(PageText.allCases.map(\.rawValue))
        // Explanations of verdicts are found by their codes, sentences of timers by their kinds, texts of actions by the
        // English ones; tests of the dashboard compare them.
        let found = ["verdict.", "timer.", "action."]
        let own = Self.keys(language).filter { key in !found.contains(where: key.hasPrefix) }
        #expect(own.sorted() == used.sorted())
        for (area, texts) in PageTexts.of(language).areas {
            for (name, text) in texts { #expect(!text.isEmpty, "\(area).\(name)") }
        }
    }

    @Test("The texts of all languages have the same places for values", arguments: keys(.english))
    func places(key: String) {
        let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
        let places = Set(
            PageLanguage.allCases.map { language in
                (PageTexts.of(language).areas[parts[0]]?[parts[1]] ?? "").matches(of: /\{[a-z]+\}/)
                    .map { String($0.output) }.sorted()
            })
        #expect(places.count == 1, "\(places)")
    }

    @Test("Code uses every text that has a name in code")
    func used() throws {
        let code = try Self.contents { $0.hasSuffix(".swift") && !$0.hasSuffix("/PageText.swift") }
        #expect(code.count > 100)
        let all = code.joined()
        for key in PageText.allCases { #expect(all.contains(".\(key)"), "\(key)") }
    }

    @Test("A value takes its place in a text, and braces in it stay")
    func values() {
        let texts = PageTexts.of(.english)
        #expect(
            texts[.bankBranch, ["branch": "{number}", "number": "****6789"]] == "Branch {number}, account ****6789")
        #expect(texts[.bankBranch, ["branch": "1"]] == "Branch 1, account {number}")
    }
}
