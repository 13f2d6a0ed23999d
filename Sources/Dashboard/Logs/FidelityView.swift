import Sandbox
import SandboxKit

/// The behaviors of the simulator with their sources, as `docs/fidelity.md` has them.
struct FidelityView: View {
    let path = "fidelity"
    let section = ViewSection.requests

    func page(_ request: ViewRequest) throws -> ViewPage {
        let sections = (request.request.engine.provider as? any ObjectProvider)?.fidelity ?? []
        return ViewPage(
            .fidelity, title: request.texts[.logsFidelity],
            [
                "tables": sections.map { section in
                    [
                        "title": section.title, "basis": section.basis,
                        "behaviors": section.behaviors.map(Self.values),
                    ] as [String: Any]
                },
                "none": sections.isEmpty,
            ])
    }

    private static func values(_ behavior: Behavior) -> [String: Any] {
        var values: [String: Any] = [
            "id": behavior.id, "summary": parts(behavior.summary), "place": parts(behavior.place),
        ]
        switch behavior.basis {
        case .documented(let source, let section):
            values["source"] = ["name": source.name, "url": source.url, "section": parts(section)]
        case .seenInHeaders(let text), .assumed(let text): values["reason"] = parts(text)
        }
        return values
    }

    /// Markdown's code spans.
    private static func parts(_ text: String) -> [[String: Any]] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
            ["code": index % 2 == 1, "text": String(part)]
        }
    }
}
