/// A part of a page that changes while the page is shown, from the page's own template. Every text is escaped.
package enum HTMLFragment: String, Sendable {
    case requestRows = "requestrows"
    case eventRows = "eventrows"
    case deliveryRows = "deliveryrows"

    package func render(_ values: [String: Any], in language: PageLanguage) -> String {
        var all = values
        all["texts"] = PageTexts.of(language).areas
        return PageTemplates.library?.render(all, withTemplate: rawValue) ?? ""
    }
}
