import ToqueEncoding

/// The texts of the pages in one language, from its table in `Files/texts`.
package struct PageTexts: Sendable {
    /// By area and name, as templates read them: `{{texts.bank.approve}}`.
    let areas: [String: [String: String]]

    package static func of(_ language: PageLanguage) -> PageTexts {
        switch language {
        case .portuguese: portuguese
        case .english: english
        case .spanish: spanish
        }
    }

    /// A table without the text gives its key; a test compares the tables.
    package subscript(text: PageText) -> String { areas[text.area]?[text.name] ?? text.rawValue }

    /// A text with values in place of `{name}`.
    package subscript(text: PageText, values: KeyValuePairs<String, String>) -> String {
        // In one pass: a value may contain braces.
        self[text].split(separator: "{", omittingEmptySubsequences: false).enumerated().map { index, part in
            guard index > 0, let end = part.firstIndex(of: "}"),
                let value = values.first(where: { $0.key == part[..<end] })?.value
            else { return index > 0 ? "{\(part)" : String(part) }
            return value + part[part.index(after: end)...]
        }.joined()
    }

    /// What a verdict's code means; nil for an unknown code.
    package func explanation(ofVerdict code: String) -> String? { areas["verdict"]?[code] }

    /// A name or a sentence of a provider's actions, which the table has by its English text; that text if it has none.
    /// Tests compare the tables with the providers.
    package func action(_ text: String) -> String { areas["action"]?[text] ?? text }

    /// True if the text is the table's own: in the page's language.
    package func contains(_ text: String) -> Bool { areas.values.contains { $0.values.contains(text) } }

    /// A pending timer as a sentence, before and after the time that is left; nil for an unknown kind.
    package func sentence(ofTimer kind: String) -> (before: String, after: String)? {
        guard let parts = areas["timer"]?[kind]?.split(separator: "{time}", omittingEmptySubsequences: false),
            parts.count == 2
        else { return nil }
        return (String(parts[0]), String(parts[1]))
    }

    private static let portuguese = PageTexts(PackageResources.pt_BR_json)
    private static let english = PageTexts(PackageResources.en_json)
    private static let spanish = PageTexts(PackageResources.es_json)

    /// - Parameter table: a JSON object of objects of texts. Embedded, so it is valid.
    private init(_ table: [UInt8]) {
        var areas: [String: [String: String]] = [:]
        for (area, texts) in (try? JSON(parsing: table).objectValue) ?? [:] {
            for (name, text) in texts.objectValue ?? [:] { areas[area, default: [:]][name] = text.stringValue }
        }
        self.areas = areas
    }
}
