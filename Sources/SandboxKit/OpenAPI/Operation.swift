import Sandbox
import ToqueEncoding

/// An endpoint as the document describes it. Who may use it is the route's to say.
package struct Operation: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    package struct Body: Sendable {
        let type: String
        let schema: JSONSchema
        let example: JSON

        package init(type: String = "application/json", schema: JSONSchema, example: JSON) {
            self.type = type
            self.schema = schema
            self.example = example
        }

        package static func of(_ component: Component) -> Body {
            Body(schema: .component(component), example: component.example)
        }
    }

    package let method: Method
    /// As its route has it, such as `enrollments/{id}/confirm`.
    package let path: String
    package let id: String
    let tag: Tag
    package let summary: String
    let about: String?
    /// Of a list: its table, besides the page.
    let list: [ListParameter]?
    /// Of anything else.
    let parameters: [Parameter]
    let body: Body?
    package let answers: [Answer]
    /// Those of this operation alone.
    let refusals: [SandboxError]
    /// Whether what it makes keeps a scenario.
    let takesScenario: Bool

    /// - Parameters:
    ///   - list: the parameters of a list, besides the page.
    ///   - parameters: of anything else.
    ///   - answers: the first one is what the operation is for; the others are pages that say why it is not to be.
    ///   - refusals: besides those that every operation has.
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
}
