import Sandbox
import ToqueEncoding

/// An endpoint's description in the document. Access follows from the route.
package struct Operation: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    package struct Body: Sendable {
        static let json = "application/json"

        let type: String
        let schema: JSONSchema
        let example: JSON

        package init(type: String = json, schema: JSONSchema, example: JSON) {
            self.type = type
            self.schema = schema
            self.example = example
        }

        package static func of(_ component: Component) -> Body {
            Body(schema: .component(component), example: component.example)
        }
    }

    package let method: Method
    /// As in its route, such as `enrollments/{id}/confirm`.
    package let path: String
    package let id: String
    let tag: Tag
    package let summary: String
    let about: String?
    /// The filters of a list, besides paging.
    package var list: [ListParameter]?
    /// The parameters of other operations.
    let parameters: [Parameter]
    let body: Body?
    package let answers: [Answer]
    /// Those specific to this operation.
    package var refusals: [SandboxError]
    /// True if the created object keeps a scenario.
    let takesScenario: Bool

    /// - Parameters:
    ///   - list: the filters of a list, besides paging.
    ///   - parameters: those of other operations.
    ///   - answers: the success response first; then pages with errors.
    ///   - refusals: besides those of every operation.
    package init(
        method: Method, path: String, id: String, tag: Tag, summary: String, about: String? = nil,
        list: [ListParameter]? = nil, parameters: [Parameter] = [], body: Body? = nil, answers: [Answer],
        refusals: [SandboxError] = [], takesScenario: Bool = false
    ) {
        self.method = method
        self.path = path
        self.id = id
        self.tag = tag
        self.summary = summary
        self.about = about
        self.list = list
        self.parameters = parameters
        self.body = body
        self.answers = answers
        self.refusals = refusals
        self.takesScenario = takesScenario
    }

    package var hasJSONBody: Bool { body?.type == Body.json }
}
