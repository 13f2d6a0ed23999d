/// A part of the page that lists what a provider's simulator does, and what speaks for it.
package struct FidelitySection: Sendable {
    private let title: String
    private let note: String?
    private let basis: String
    package let behaviors: [Behavior]

    /// - Parameter basis: what the last column has.
    package init(_ title: String, note: String? = nil, basis: String, _ behaviors: [Behavior]) {
        self.title = title
        self.note = note
        self.basis = basis
        self.behaviors = behaviors
    }

    /// In Markdown.
    package var text: String {
        """
        ## \(title)

        \(note.map { "\($0)\n\n" } ?? "")\
        | Id | Behavior | Where | \(basis) |
        |---|---|---|---|
        \(behaviors.map(\.row).joined(separator: "\n"))

        """
    }
}

extension Behavior {
    fileprivate var row: String { "| `\(id)` | \(summary) | \(place) | \(reason) |" }

    private var reason: String {
        switch basis {
        case .documented(let source, let section): "[\(source.name)](\(source.url)), \(section)"
        case .seenInHeaders(let declaration): declaration
        case .assumed(let why): why
        }
    }
}
