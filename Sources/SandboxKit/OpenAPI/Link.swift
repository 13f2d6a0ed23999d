import ToqueEncoding

/// An operation that takes a value of an answer as its parameter.
package struct Link: Sendable {
    let name: String
    package let operationID: String
    let parameter: String
    /// A runtime expression (OpenAPI 3.1 section 4.8.20.3), such as `$response.body#/id`.
    let value: String

    /// To an operation whose path names the object with such an id.
    /// - Parameter parameter: of the path.
    package static func to(_ operationID: String, _ value: String, parameter: String = "id") -> Link {
        Link(name: operationID, operationID: operationID, parameter: parameter, value: value)
    }

    /// To an operation on the object that was answered.
    package static func toObject(_ operationID: String) -> Link { to(operationID, "$response.body#/id") }

    var json: JSON { ["operationId": .string(operationID), "parameters": [parameter: .string(value)]] }
}
