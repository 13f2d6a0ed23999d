import Sandbox
import SandboxKit
import ToqueEncoding

/// The control API's actions on an object, as forms.
struct ObjectActions {
    let request: ViewRequest
    let kind: String
    let id: String

    /// Parameters have this prefix in forms: their names are the provider's.
    static let prefix = "parameter."

    var values: [[String: Any]] {
        request.request.engine.provider.actions.filter { $0.objects?.contains(kind) ?? true }.map { verb in
            let parameters = verb.parameters.filter { $0.objects?.contains(kind) ?? true }
            return [
                "name": verb.name, "label": request.texts.action(verb.name),
                "summary": request.texts.action(verb.summary),
                "action": request.link("objects/\(FormURLEncoding.encode(id))/\(verb.name)"),
                "fields": parameters.map(field),
                "command": request.command(
                    "sandbox", verb.name, id,
                    fields: parameters.map {
                        .init(
                            Self.prefix + $0.name, option: "--\($0.option)",
                            placeholder: ($0.kind ?? "text").uppercased(),
                            isRequired: $0.isRequired)
                    }),
            ]
        }
    }

    private func field(_ parameter: ControlVerb.Parameter) -> [String: Any] {
        var values: [String: Any] = [
            "name": Self.prefix + parameter.name, "option": "--\(parameter.option)",
            "summary": request.texts.action(parameter.summary),
            "required": parameter.isRequired,
        ]
        values["choice"] = parameter.values.map { ["options": Set($0).sorted().map { ["name": $0] }] }
        return values
    }

    /// The scenario of the object; nil if its kind has none.
    func scenario(_ current: String?) -> [String: Any]? {
        let known = request.request.engine.provider.scenarios.filter { $0.appliesTo.contains(kind) }
        guard !known.isEmpty else { return nil }
        var values: [String: Any] = [
            "set": request.link("scenario/set"), "clear": request.link("scenario/clear"), "object": id,
            "options": known.map { ["name": $0.name, "summary": $0.summary, "chosen": $0.name == current] },
            "setCommand": request.command(
                "sandbox", "scenario", "set",
                fields: [.init("scenario", placeholder: "NAME", value: current ?? known[0].name)],
                more: ["--object", id]),
            "clearCommand": request.command("sandbox", "scenario", "clear", "--object", id),
        ]
        values["current"] = current
        return values
    }

    /// The parameters in a form.
    static func parameters(_ request: ViewRequest) -> JSON {
        var body = JSONObject()
        for (name, value) in request.fields where name.hasPrefix(prefix) && !value.isEmpty {
            body[String(name.dropFirst(prefix.count))] = .string(value)
        }
        return .object(body)
    }
}
