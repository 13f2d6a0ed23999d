import SandboxKit

extension FidelityPage {
    /// `docs/fidelity.md`.
    static let pix = FidelityPage(
        "What is known, and what is assumed", introduction: introduction,
        sections: [
            Section("Documented", basis: "Source", Behavior.documented),
            Section(
                "Seen in headers",
                note: """
                    The declarations are those of the [SDK's repository](\(Behavior.Source.sdkHeaders.url)); names and \
                    types, nothing else.
                    """, basis: "Declaration", Behavior.seenInHeaders),
            Section("Assumed", basis: "Because", Behavior.assumed),
            Section(
                "Assumed, beside the answers",
                note: "No single answer shows these, so that no header names them.", basis: "Because",
                Behavior.assumedBesideAnswers),
        ])

    private static let introduction = """
        Each behavior of the simulator is of one of three kinds: a public document says so, the public declarations of
        the SDK show it, or this project chose it where the documents are silent or contradict themselves. An answer
        that follows such a choice names it in the header `X-Toque-Assumed`, several with commas between them.
        """
}
