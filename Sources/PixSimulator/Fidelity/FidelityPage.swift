/// The text of `docs/fidelity.md`.
enum FidelityPage {
    static var text: String {
        """
        # What is known, and what is assumed

        Each behavior of the simulator is of one of three kinds: a public document says so, the public declarations of
        the SDK show it, or this project chose it where the documents are silent or contradict themselves. An answer
        that follows such a choice names it in the header `X-Toque-Assumed`, several with commas between them.

        ## Documented

        | Id | Behavior | Where | Source |
        |---|---|---|---|
        \(rows(Behavior.documented))

        ## Seen in headers

        The declarations are those of the [SDK's repository](\(Source.sdkHeaders.url)); names and types, nothing else.

        | Id | Behavior | Where | Declaration |
        |---|---|---|---|
        \(rows(Behavior.seenInHeaders))

        ## Assumed

        | Id | Behavior | Where | Because |
        |---|---|---|---|
        \(rows(Assumption.allCases.filter(\.showsInAnswers).map(\.behavior)))

        ## Assumed, beside the answers

        No single answer shows these, so that no header names them.

        | Id | Behavior | Where | Because |
        |---|---|---|---|
        \(rows(Assumption.allCases.filter { !$0.showsInAnswers }.map(\.behavior)))

        """
    }

    private static func rows(_ behaviors: [Behavior]) -> String {
        behaviors.map { "| `\($0.id)` | \($0.summary) | \($0.place) | \(reason($0.basis)) |" }
            .joined(separator: "\n")
    }

    private static func reason(_ basis: Behavior.Basis) -> String {
        switch basis {
        case .documented(let source, let section): "[\(source.name)](\(source.url)), \(section)"
        case .seenInHeaders(let declaration): declaration
        case .assumed(let why): why
        }
    }
}
