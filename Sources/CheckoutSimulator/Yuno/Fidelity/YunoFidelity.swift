import SandboxKit

/// The simulated Yuno's behavior, with the evidence for it.
package enum YunoFidelity {
    package static let sections: [FidelitySection] = [
        .documented(Behavior.yunoDocumented),
        .assumed(Behavior.yunoAssumed + PayerFidelity.all),
        .assumedBesideAnswers(Behavior.yunoAssumedBesideAnswers),
    ]

    /// In Markdown.
    package static var text: String {
        """
        # Yuno: what is known, and what is assumed

        Each behavior of the sandbox's Yuno is either said by a public document, or chosen by this project where the
        documents are silent or contradict themselves. An answer that follows such a choice names it in the header
        `X-Toque-Assumed`, several with commas between them. This is an independent implementation, affiliated with no
        provider.

        \(sections.map(\.text).joined(separator: "\n"))
        """
    }
}
