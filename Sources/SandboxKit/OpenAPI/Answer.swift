import ToqueEncoding

/// A successful response of an operation.
package struct Answer: Sendable {
    package enum Content: Sendable {
        case none
        case json(JSONSchema, example: JSON)
        /// A page for a browser.
        case page
    }

    let status: Int
    let about: String
    let content: Content
    let headers: [AnswerHeader]
    package let links: [Link]

    package init(
        status: Int, about: String, content: Content, headers: [AnswerHeader] = [], links: [Link] = []
    ) {
        self.status = status
        self.about = about
        self.content = content
        self.headers = headers
        self.links = links
    }

    /// 200 with an object.
    package static func shown(_ component: Component, _ about: String, links: [Link] = []) -> Answer {
        Answer(status: 200, about: about, content: .of(component), links: links)
    }

    /// 201 with an object.
    package static func created(_ component: Component, _ about: String, links: [Link] = []) -> Answer {
        Answer(status: 201, about: about, content: .of(component), links: links)
    }

    /// 204.
    package static func accepted(_ about: String) -> Answer { Answer(status: 204, about: about, content: .none) }
}

extension Answer.Content {
    static func of(_ component: Component) -> Answer.Content {
        .json(.component(component), example: component.example)
    }

    /// The response's `content` member; nil without a body.
    var json: JSON? {
        switch self {
        case .none: nil
        case .json(let schema, let example): ["application/json": ["schema": schema.json, "example": example]]
        case .page: ["text/html": ["schema": JSONSchema.text.json]]
        }
    }
}
