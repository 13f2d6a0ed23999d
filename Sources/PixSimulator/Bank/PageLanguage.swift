import Sandbox

/// The languages of the bank's pages.
enum PageLanguage: String, Sendable, Hashable, CaseIterable {
    case portuguese = "pt-BR"
    case english = "en"

    /// `?lang=` first, then the most wanted language of Accept-Language (RFC 9110 section 12.5.4), else Portuguese.
    init(_ request: SandboxRequest) {
        self = (request.query("lang") ?? request.acceptLanguage).flatMap(Self.init(wanted:)) ?? .portuguese
    }

    private init?(wanted: String) {
        var best: (language: PageLanguage, weight: Double)?
        for part in wanted.split(separator: ",") {
            let fields = part.split(separator: ";").map { $0.drop(while: \.isWhitespace) }
            guard let tag = fields.first?.lowercased() else { continue }
            let weight = fields.dropFirst().first.flatMap { $0.hasPrefix("q=") ? Double($0.dropFirst(2)) : nil } ?? 1
            let language: PageLanguage? = tag.hasPrefix("pt") ? .portuguese : tag.hasPrefix("en") ? .english : nil
            if let language, weight > best?.weight ?? 0 { best = (language, weight) }
        }
        guard let best else { return nil }
        self = best.language
    }
}
