/// An institution's name with its color and its initials.
package struct Monogram: Sendable {
    private let name: String

    package init(of name: String) { self.name = name }

    /// The initials of the first and the last word that are no generic word.
    private var initials: String {
        let words = name.split { !$0.isLetter && !$0.isNumber }
        let own = words.filter { !Self.generic.contains($0.lowercased()) }
        let chosen = own.isEmpty ? words : own
        let letters =
            chosen.count > 1 ? [chosen.first, chosen.last].compactMap { $0?.first } : chosen.flatMap { $0.prefix(2) }
        return String(letters).uppercased()
    }

    private static let generic: Set<String> = ["banco", "bank", "de", "do", "da", "of"]

    /// The number of a color in the style sheet, always the same for a name.
    private var hue: Int { Int(name.utf8.reduce(UInt32(7)) { $0 &* 31 &+ UInt32($1) } % 8) }

    /// For a template.
    package var values: [String: Any] { ["name": name, "initials": initials, "hue": "\(hue)"] }
}
