/// A behavior of a provider's simulator, with its justification. `docs/fidelity.md` prints all of them.
package struct Behavior: Sendable {
    /// A public document.
    package struct Source: Sendable {
        package let name: String
        package let url: String

        package init(_ name: String, _ url: String) {
            self.name = name
            self.url = url
        }
    }

    /// The justification.
    package enum Basis: Sendable {
        /// A public document specifies it.
        case documented(Source, section: String)
        /// No document specifies it, but the SDK's declarations have the names and types.
        case seenInHeaders(String)
        /// This project's choice, because the documents are silent or contradictory.
        case assumed(why: String)
    }

    /// A stable identifier.
    package let id: String
    package let summary: String
    package let basis: Basis
    /// The affected endpoints or other places.
    package let place: String

    package init(_ id: String, _ summary: String, _ source: Source, _ section: String, _ place: String) {
        self.init(id: id, summary: summary, basis: .documented(source, section: section), place: place)
    }

    package init(seen id: String, _ summary: String, _ declaration: String, _ place: String) {
        self.init(id: id, summary: summary, basis: .seenInHeaders(declaration), place: place)
    }

    package init(assumed id: String, _ summary: String, why: String, place: String) {
        self.init(id: id, summary: summary, basis: .assumed(why: why), place: place)
    }

    private init(id: String, summary: String, basis: Basis, place: String) {
        self.id = id
        self.summary = summary
        self.basis = basis
        self.place = place
    }
}
