import Pages
import Sandbox
import ToqueEncoding

/// An object: its state, its history and its future, and what can be done to it.
struct ObjectView: View {
    let path = "objects/{id}"
    let section = ViewSection.objects

    var forms: [ViewForm] {
        [
            ViewForm("objects/{id}/{action}", in: section) { request in
                let id = request.parameter("id")
                let result = try await request.send(
                    "POST", "objects", id, request.parameter("action"), body: ObjectActions.parameters(request))
                // The bank's redirect is in no log, so it is shown once.
                guard let callback = result["callback"] else {
                    return .view("objects/\(FormURLEncoding.encode(id))")
                }
                return .page(try await page(request, of: id, callback: callback))
            }
        ]
    }

    func page(_ request: ViewRequest) async throws -> ViewPage {
        try await page(request, of: request.parameter("id"), callback: nil)
    }

    private func page(_ request: ViewRequest, of id: String, callback: JSON?) async throws -> ViewPage {
        let object = try await request.get("objects", id)
        let kind = object["kind"]?.stringValue ?? ""
        let actions = ObjectActions(request: request, kind: kind, id: id)
        let timeline = try await ObjectTimeline(request, of: id, timers: object["timers"]?.arrayValue ?? [])
        var values = ObjectRow(object: object, request: request).values
        values["actions"] = actions.values
        values["lists"] = lists(of: id, request)
        values["timeline"] = timeline.values
        values["body"] = (object["body"] ?? .null).serialized(pretty: true)
        values["hasStatus"] = object["status"]?.stringValue != nil
        values["callback"] = callback.map { $0.stringValue ?? $0.serialized(pretty: true) }
        values["objectScenario"] = actions.scenario(object["scenario"]?.stringValue)
        return ViewPage(
            .object, title: "\(kind.replacing("_", with: " ")) \(id)", values, modules: [.countdown])
    }

    /// The other views, each filtered by the object.
    private func lists(of id: String, _ request: ViewRequest) -> [[String: Any]] {
        let all: [(ViewSection, PageText)] = [
            (.requests, .objectsAllRequests), (.events, .objectsAllEvents), (.webhooks, .objectsAllDeliveries),
            (.ceremonies, .objectsAllCeremonies), (.pytest, .dashboardPytest),
        ]
        return all.map { section, label in
            ["url": request.link(section.path, query: [("object", id)]), "label": request.texts[label]]
        }
    }
}
