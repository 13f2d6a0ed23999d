/// The languages of the pages, by tag (RFC 5646).
package enum PageLanguage: String, CaseIterable, Sendable {
    case portuguese = "pt-BR"
    case english = "en"
    case spanish = "es"

    /// Without the region, as pages show it.
    var short: String { rawValue.prefix { $0 != "-" }.uppercased() }

    /// The most preferred language in an Accept-Language header (RFC 9110 section 12.5.4), or that of a single tag.
    /// - Returns: nil if it names none of the languages.
    init?(preferredIn languages: String) {
        var best: (language: Self, weight: Double)?
        for part in languages.split(separator: ",") {
            let fields = part.split(separator: ";").map { $0.drop(while: \.isWhitespace) }
            guard let tag = fields.first?.lowercased() else { continue }
            let weight = fields.dropFirst().first.flatMap { $0.hasPrefix("q=") ? Double($0.dropFirst(2)) : nil } ?? 1
            // Regions are ignored: pt-PT gets pt-BR.
            let language = Self.allCases.first { tag.hasPrefix($0.rawValue.prefix { $0 != "-" }) }
            if let language, weight > best?.weight ?? 0 { best = (language, weight) }
        }
        guard let best else { return nil }
        self = best.language
    }
}
