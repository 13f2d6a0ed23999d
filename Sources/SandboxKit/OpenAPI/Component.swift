import ToqueEncoding

/// A schema that stands once in the document, under its name, and a value of it.
package struct Component: Sendable {
    package let name: String
    private let makeSchema: @Sendable () -> JSONSchema
    private let makeExample: @Sendable () -> JSON

    /// Schema and example are made when they are asked for: schemas name other components.
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
}

extension JSONSchema {
    package static func component(_ component: Component) -> JSONSchema {
        .component(component.name)
    }
}
