/// A section of the page that lists a provider simulator's behaviors with their justifications.
package struct FidelitySection: Sendable {
    package let title: String
    private let note: String?
    package let basis: String
    package let behaviors: [Behavior]

    /// - Parameter basis: the heading of the last column.
    package init(_ title: String, note: String? = nil, basis: String, _ behaviors: [Behavior]) {
        self.title = title
        self.note = note
        self.basis = basis
        self.behaviors = behaviors
    }

    package static func documented(_ behaviors: [Behavior]) -> FidelitySection {
        FidelitySection("Documented", basis: "Source", behaviors)
    }

    /// The behaviors that responses name in `X-Toque-Assumed`.
    package static func assumed(_ behaviors: [Behavior]) -> FidelitySection {
        FidelitySection("Assumed", basis: "Because", behaviors)
    }

    package static func assumedBesideAnswers(_ behaviors: [Behavior]) -> FidelitySection {
        FidelitySection(
            "Assumed, beyond single answers", note: "No single answer shows these, so no header names them.",
            basis: "Because", behaviors)
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
