import ToqueEncoding

/// A named schema of the document, with an example value.
package struct Component: Sendable {
    package let name: String
    private let makeSchema: @Sendable () -> JSONSchema
    private let makeExample: @Sendable () -> JSON

    /// Schema and example are created on demand, because schemas name other components.
    package init(
        _ name: String, _ schema: @autoclosure @escaping @Sendable () -> JSONSchema,
        example: @autoclosure @escaping @Sendable () -> JSON
    ) {
        self.name = name
        makeSchema = schema
        makeExample = example
    }

    package var schema: JSONSchema { makeSchema() }
    package var example: JSON { makeExample() }

    /// A copy with another schema.
    package func describing(_ schema: JSONSchema) -> Component { Component(name, schema, example: makeExample()) }
}

extension JSONSchema {
    package static func component(_ component: Component) -> JSONSchema {
        .component(component.name)
    }
}
