/// A page of what a provider's simulator does, and what speaks for it.
package struct FidelityPage: Sendable {
    package struct Section: Sendable {
        let title: String
        let note: String?
        /// What the last column has.
        let basis: String
        package let behaviors: [Behavior]

        package init(_ title: String, note: String? = nil, basis: String, _ behaviors: [Behavior]) {
            self.title = title
            self.note = note
            self.basis = basis
            self.behaviors = behaviors
        }
    }

    private let title: String
    private let introduction: String
    package let sections: [Section]

    package init(_ title: String, introduction: String, sections: [Section]) {
        self.title = title
        self.introduction = introduction
        self.sections = sections
    }

    /// In Markdown.
    package var text: String {
        "# \(title)\n\n\(introduction)\n" + sections.map(Self.text).joined()
    }

    private static func text(of section: Section) -> String {
        """

        ## \(section.title)

        \(section.note.map { "\($0)\n\n" } ?? "")\
        | Id | Behavior | Where | \(section.basis) |
        |---|---|---|---|
        \(section.behaviors.map(row).joined(separator: "\n"))

        """
    }

    private static func row(of behavior: Behavior) -> String {
        "| `\(behavior.id)` | \(behavior.summary) | \(behavior.place) | \(reason(behavior.basis)) |"
    }

    private static func reason(_ basis: Behavior.Basis) -> String {
        switch basis {
        case .documented(let source, let section): "[\(source.name)](\(source.url)), \(section)"
        case .seenInHeaders(let declaration): declaration
        case .assumed(let why): why
        }
    }
}
