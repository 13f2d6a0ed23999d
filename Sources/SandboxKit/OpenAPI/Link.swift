import ToqueEncoding

/// An operation that accepts a response's value as its parameter.
package struct Link: Sendable {
    let name: String
    package let operationID: String
    let parameter: String
    /// A runtime expression (OpenAPI 3.1 section 4.8.20.3), such as `$response.body#/id`.
    let value: String

    /// Links to an operation whose path contains such an object's id.
    /// - Parameter parameter: the name in the path.
    package static func to(_ operationID: String, _ value: String, parameter: String = "id") -> Link {
        Link(name: operationID, operationID: operationID, parameter: parameter, value: value)
    }

    /// Links to an operation on the returned object.
    package static func toObject(_ operationID: String) -> Link { to(operationID, "$response.body#/id") }

    var json: JSON { ["operationId": .string(operationID), "parameters": [parameter: .string(value)]] }
}
