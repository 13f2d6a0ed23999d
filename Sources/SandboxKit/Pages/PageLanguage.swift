import Sandbox

/// The languages of a provider's pages, each by its tag (RFC 5646).
package protocol PageLanguage: RawRepresentable<String>, CaseIterable, Sendable {
    /// For who wants none of them.
    static var usual: Self { get }
}

extension PageLanguage {
    /// `?lang=` first, then the most wanted language of Accept-Language (RFC 9110 section 12.5.4), else the usual one.
    package init(_ request: SandboxRequest) {
        self = (request.query("lang") ?? request.acceptLanguage).flatMap(Self.wanted) ?? .usual
    }

    private static func wanted(_ languages: String) -> Self? {
        var best: (language: Self, weight: Double)?
        for part in languages.split(separator: ",") {
            let fields = part.split(separator: ";").map { $0.drop(while: \.isWhitespace) }
            guard let tag = fields.first?.lowercased() else { continue }
            let weight = fields.dropFirst().first.flatMap { $0.hasPrefix("q=") ? Double($0.dropFirst(2)) : nil } ?? 1
            // Regions make no difference: pt-PT gets pt-BR.
            let language = allCases.first { tag.hasPrefix($0.rawValue.prefix { $0 != "-" }) }
            if let language, weight > best?.weight ?? 0 { best = (language, weight) }
        }
        return best?.language
    }
}
