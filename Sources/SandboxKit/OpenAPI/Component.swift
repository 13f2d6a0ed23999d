import ToqueEncoding

/// A schema that stands once in the document, under its name, and a value of it.
package struct Component: Sendable {
    package let name: String
    private let makeSchema: @Sendable () -> Schema
    private let makeExample: @Sendable () -> JSON

    /// Schema and example are made when they are asked for: schemas name other components.
    package init(
        _ name: String, _ schema: @autoclosure @escaping @Sendable () -> Schema,
        example: @autoclosure @escaping @Sendable () -> JSON
    ) {
        self.name = name
        makeSchema = schema
        makeExample = example
    }

    package var schema: Schema { makeSchema() }
    package var example: JSON { makeExample() }
}

extension Schema {
    package static func component(_ component: Component) -> Schema {
        Schema(["$ref": .string("#/components/schemas/\(component.name)")])
    }
}
