import Sandbox

/// The languages of a provider's pages, by tag (RFC 5646).
package protocol PageLanguage: RawRepresentable<String>, CaseIterable, Sendable {
    /// The default.
    static var usual: Self { get }
}

extension PageLanguage {
    /// Chooses `?lang=` first, then the preferred language in Accept-Language (RFC 9110 section 12.5.4), then the
    /// default.
    package init(_ request: SandboxRequest) {
        self = (request.query("lang") ?? request.acceptLanguage).flatMap(Self.wanted) ?? .usual
    }

    private static func wanted(_ languages: String) -> Self? {
        var best: (language: Self, weight: Double)?
        for part in languages.split(separator: ",") {
            let fields = part.split(separator: ";").map { $0.drop(while: \.isWhitespace) }
            guard let tag = fields.first?.lowercased() else { continue }
            let weight = fields.dropFirst().first.flatMap { $0.hasPrefix("q=") ? Double($0.dropFirst(2)) : nil } ?? 1
            // Regions are ignored: pt-PT gets pt-BR.
            let language = allCases.first { tag.hasPrefix($0.rawValue.prefix { $0 != "-" }) }
            if let language, weight > best?.weight ?? 0 { best = (language, weight) }
        }
        return best?.language
    }
}
