import Sandbox
import ToqueEncoding

/// An endpoint as the document describes it. Who may use it is the route's to say.
struct Operation: Sendable {
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case patch = "PATCH"
    }

    struct Body: Sendable {
        var type = "application/json"
        let schema: Schema
        let example: JSON

        static func of(_ component: Component) -> Body {
            Body(schema: .component(component), example: component.example)
        }
    }

    let method: Method
    /// As its route has it, such as `enrollments/{id}/confirm`.
    let path: String
    let id: String
    let tag: Tag
    let summary: String
    var about: String?
    /// Of a list: its table, besides the page.
    var list: [ListParameter]?
    /// Of anything else.
    var parameters: [Parameter] = []
    var body: Body?
    /// The first one is what the operation is for; the others are pages that say why it is not to be.
    let answers: [Answer]
    /// Those of this operation; `allRefusals` adds what every operation has.
    var refusals: [Refusal] = []
    /// Whether what it makes keeps a scenario.
    var takesScenario = false
}

extension Operation {
    /// The path as the document has it: the API reference ends each with a slash, pages for people have none.
    var publishedPath: String { tag == .bank ? "/\(path)" : "/\(path)/" }

    func allRefusals(_ access: Route.Access) -> [Refusal] {
        var all = refusals + (list == nil ? [] : Refusal.ofLists)
        if body?.type == "application/json" {
            all.append(Refusal(400, "invalid_json", "The body is no JSON."))
        }
        return all + Refusal.ofEveryOperation(access)
    }

    /// Names in braces.
    var pathParameters: [Parameter] {
        path.split(separator: "/").filter { $0.first == "{" }.map { part in
            let name = String(part.dropFirst().dropLast())
            return name == "id"
                ? Parameter(place: .path, name: name, about: "Id of the object", schema: .uuid, example: tag.exampleID)
                : Parameter(
                    place: .path, name: name, about: "The secret part of a page's address",
                    schema: .text(matching: "^[A-Za-z0-9_-]{22}$"), example: .string(Examples.handle))
        }
    }
}
