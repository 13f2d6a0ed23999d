import CeremonyDocuments
import Pages
import Sandbox
import ToqueEncoding

/// A ceremony: its verdict, every check, and every byte.
struct CeremonyView: View {
    let path = "ceremonies/{id}"
    let section = ViewSection.ceremonies

    func page(_ request: ViewRequest) async throws -> ViewPage {
        let id = request.parameter("id")
        let entry = try await request.get("ceremonies", id)
        let document = entry["document"] ?? .null
        let here = "ceremonies/\(FormURLEncoding.encode(id))"
        var values = head(entry, here, request)
        if let copy = request.query("copy").flatMap(CeremonyCopy.init) {
            values["copied"] = [copied(copy, entry, request)]
        } else {
            try addContent(entry, document, here, request, to: &values)
        }
        let title = request.texts[Self.kind(entry["type"]?.stringValue)]
        return ViewPage(.ceremony, title: title, values, modules: [.hexview])
    }

    static func kind(_ type: String?) -> PageText {
        type == "registration" ? .ceremonyRegistration : .ceremonyAuthentication
    }

    private func head(_ entry: JSON, _ here: String, _ request: ViewRequest) -> [String: Any] {
        let object = entry["object"]?.stringValue ?? ""
        let time = entry["time"]?.stringValue ?? ""
        return [
            "object": object, "objectURL": request.link(toObject: object), "time": request.shown.time(time),
            "ceremonyID": entry["id"]?.stringValue ?? "",
            "badge": VerdictValues(entry["verdict"] ?? .null, request.texts).badge,
            "copies": CeremonyCopy.allCases.map {
                ["url": request.link(here, query: [("copy", $0.rawValue)]), "label": request.texts[$0.label]]
            },
            "back": request.link(here), "copied": [], "verdicts": [], "byteViews": [], "experiments": [], "trials": [],
            "command": request.command("sandbox", "ceremonies", entry["id"]?.stringValue ?? ""),
        ]
    }

    private func copied(_ copy: CeremonyCopy, _ entry: JSON, _ request: ViewRequest) -> [String: Any] {
        let text = copy.text(entry, publicURL: request.request.publicURL)
        let isShort = (text?.utf8.count ?? 0) <= CeremonyCopy.maximumSize
        return [
            "label": request.texts[copy.label], "explanation": request.texts[copy.explanation],
            "copyText": text.flatMap { isShort ? [["text": $0]] : nil } ?? [], "absent": text == nil, "long": !isShort,
            "commands": isShort
                ? []
                : [["text": request.command("sandbox", "ceremonies", entry["id"]?.stringValue ?? "", "--document")]],
        ]
    }

    private func addContent(
        _ entry: JSON, _ document: JSON, _ here: String, _ request: ViewRequest, to values: inout [String: Any]
    ) throws(SandboxError) {
        let texts = request.texts
        let original = VerdictValues(entry["verdict"] ?? .null, texts)
        var shown = document
        var verdicts = [original.values(heading: texts[.ceremonyVerdict])]
        let read = try? CeremonyDocument(json: document)
        if let experiment = try CeremonyExperiment({ request.query($0) }), let read {
            let changed = try experiment.applied(to: read)
            shown = changed.json
            verdicts.append(VerdictValues(changed.judge().json, texts).values(heading: texts[.ceremonyChanged]))
            values["trials"] = [trial(experiment, read, changed, texts)]
        }
        values["verdicts"] = verdicts
        let only = request.query("value").map { (id: $0, start: request.query("from").flatMap { Int($0) } ?? 0) }
        let trial = [CeremonyExperiment.parameter, "part", "byte", "bit"].compactMap { name in
            request.query(name).map { (name: name, value: $0) }
        }
        values["byteViews"] = CeremonyParts(shown).views(texts).values(request.shown.format, only: only) { view, byte in
            request.link(here, query: trial + [("value", view), ("from", "\(byte)")])
        }
        if let read { values["experiments"] = [experiments(read, here, request)] }
    }

    /// What was changed.
    private func trial(
        _ experiment: CeremonyExperiment, _ original: CeremonyDocument, _ changed: CeremonyDocument, _ texts: PageTexts
    ) -> [String: Any] {
        switch experiment {
        case .flip(let part, let byte, let bit):
            let digits = [original, changed].map { Hex.encode([part.bytes(of: $0)[byte]]) }
            return [
                "text": texts[
                    .ceremonyFlipped,
                    [
                        "part": part.rawValue, "byte": "\(byte)", "bit": "\(bit)", "before": digits[0],
                        "after": digits[1],
                    ]]
            ]
        case .replay: return ["text": texts[.ceremonyReplayed]]
        case .otherChallenge: return ["text": texts[.ceremonyOtherChallenge]]
        }
    }

    /// The forms, with what was chosen last.
    private func experiments(_ document: CeremonyDocument, _ here: String, _ request: ViewRequest) -> [String: Any] {
        let (parts, usual, byte) = CeremonyExperiment.Part.parts(of: document)
        let chosen = request.query("part").flatMap(CeremonyExperiment.Part.init) ?? usual
        return [
            "action": request.link(here).split(separator: "?").first.map(String.init) ?? "",
            "tenantFields": request.tenantQuery.map { ["tenant": $0.value] },
            "parts": parts.map { part in
                [
                    "part": part.rawValue, "size": request.shown.count(part.bytes(of: document).count),
                    "chosen": part == chosen,
                ]
            },
            "byte": request.query("byte") ?? "\(max(byte, 0))",
            "bits": (0..<8).map { ["bit": "\($0)", "chosen": "\($0)" == request.query("bit") ?? "0"] },
        ]
    }
}
