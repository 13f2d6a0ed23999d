import SandboxKit

/// The text of `docs/fidelity.md`.
enum FidelityPage {
    static var text: String {
        """
        # What is known, and what is assumed

        Each behavior of the simulator has one of three sources: a public document, the public declarations of the SDK,
        or a choice of this project. The project chooses where the documents are silent or contradict themselves. An
        answer that follows choices names them in the header `X-Toque-Assumed`, separated by commas.

        \(sections.map(\.text).joined(separator: "\n"))
        """
    }

    static let sections: [FidelitySection] = [
        .documented(Behavior.documented),
        FidelitySection(
            "Strict and lenient",
            note: """
                A sandbox enforces these rules with `--fidelity strict`, the default. With `--fidelity lenient` it
                accepts requests that break them. `toque sandbox status` and the OpenAPI document show the mode.
                """, basis: "Source", FidelityRule.all.map(\.behavior)),
        FidelitySection(
            "Seen in headers",
            note: """
                The declarations are those of the [SDK's repository](\(Behavior.Source.sdkHeaders.url)); names and \
                types, nothing else.
                """, basis: "Declaration", Behavior.seenInHeaders),
        .assumed(Behavior.assumed),
        .assumedBesideAnswers(Behavior.assumedBesideAnswers),
    ]
}
