import Foundation
import Testing
import ToqueEncoding

@testable import Pages

@Suite struct PageTextsTests {
    @Test("Every language has every text and no other", arguments: PageLanguage.allCases)
    func tables(language: PageLanguage) {
        let keys = PageTexts.of(language).areas.flatMap { area, texts in texts.keys.map { "\(area).\($0)" } }
        #expect(keys.sorted() == PageText.allCases.map(\.rawValue).sorted())
        for text in PageText.allCases { #expect(!PageTexts.of(language)[text].isEmpty, "\(text)") }
    }

    @Test("The texts of all languages have the same places for values", arguments: PageText.allCases)
    func places(text: PageText) {
        let places = Set(
            PageLanguage.allCases.map { language in
                PageTexts.of(language)[text].matches(of: /\{[a-z]+\}/).map { String($0.output) }.sorted()
            })
        #expect(places.count == 1, "\(places)")
    }

    @Test("Templates use no text that the tables lack")
    func templates() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/Pages/Files/templates")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count > HTMLPage.Template.allCases.count - 1)
        var used: Set<String> = []
        for name in names {
            let template = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            used.formUnion(template.matches(of: /texts\.([A-Za-z.]+)/).map { String($0.1) })
        }
        #expect(used.subtracting(PageText.allCases.map(\.rawValue)).isEmpty)
    }

    @Test("Every text is shown somewhere")
    func used() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
        let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        let readers = names.filter { name in
            name.hasSuffix(".mustache")
                || name.hasSuffix(".swift")
                    && ["SandboxKit/", "PixSimulator/", "CheckoutSimulator/", "Pages/"].contains {
                        name.hasPrefix($0)
                    } && !name.hasSuffix("/PageText.swift")
        }
        #expect(readers.count > 100)
        let text = try readers.map { try String(contentsOf: sources.appending(path: $0), encoding: .utf8) }.joined()
        for key in PageText.allCases {
            #expect(text.contains(".\(key)") || text.contains("texts.\(key.rawValue)"), "\(key)")
        }
    }

    @Test("A value takes its place in a text, and braces in it stay")
    func values() {
        let texts = PageTexts.of(.english)
        #expect(
            texts[.bankBranch, ["branch": "{number}", "number": "****6789"]] == "Branch {number}, account ****6789")
        #expect(texts[.bankBranch, ["branch": "1"]] == "Branch 1, account {number}")
    }
}
