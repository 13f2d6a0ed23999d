/// A page in a file of its own: with its style, without scripts, and without anything from elsewhere.
package enum HTMLFile: String, CaseIterable, Sendable {
    /// The result of a load test.
    case loadReport = "load_report"

    /// - Parameters:
    ///   - title: of the page.
    ///   - values: of the template: texts, dictionaries and lists of them. Every text is escaped.
    ///   - language: of the table of texts.
    package func render(title: String, _ values: [String: Any], in language: PageLanguage) -> String {
        var all = values
        all["title"] = title
        all["texts"] = PageTexts.of(language).areas
        all["language"] = language.rawValue
        all["style"] = PageFile.styleText
        return PageTemplates.library?.render(all, withTemplate: rawValue) ?? ""
    }
}
