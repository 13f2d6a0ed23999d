import Sandbox
import ToqueEncoding

/// The provider's API as an OpenAPI 3.1 document. Paths stand once, in their short spelling; the long one is a second
/// server with the same paths.
struct OpenAPIDocument: Sendable {
    /// Without a slash at the end.
    let publicURL: String
    let routes: [Route]
    let prefixes: [String]
    let scenarios: [Scenario]
    var operations = Operation.all

    var json: JSON {
        [
            "openapi": "3.1.1",
            "info": [
                "title": "Biometric Pix API of the Toque sandbox", "version": "1",
                "description": .string(Self.about),
            ],
            "servers": .array(servers.map { ["url": .string($0.url), "description": .string($0.about)] }),
            "tags": .array(Tag.allCases.map(\.json)),
            "paths": .object(paths),
            "components": .object(components),
        ]
    }

    private static let about = """
        An independent implementation from public documents, affiliated with no provider. Paths are answered with and \
        without the slash at their end. Answers that follow a guess carry its id in the header \
        `\(AnswerHeader.assumed.rawValue)`.
        """

    private var servers: [(url: String, about: String)] {
        [(publicURL, "The short spelling of paths")]
            + prefixes.map { ("\(publicURL)/\($0)", "The long spelling: the same endpoints") }
    }

    private var paths: JSONObject {
        var paths = JSONObject()
        for operation in operations {
            guard
                let route = routes.first(where: { $0.method == operation.method.rawValue && $0.path == operation.path })
            else { continue }
            var item = paths[operation.publishedPath]?.objectValue ?? pathItem(operation)
            item[operation.method.rawValue.lowercased()] = describe(operation, route.access)
            paths[operation.publishedPath] = .object(item)
        }
        return paths
    }

    private func pathItem(_ operation: Operation) -> JSONObject {
        let parameters = operation.pathParameters
        return parameters.isEmpty ? [:] : ["parameters": .array(parameters.map(\.json))]
    }

    private func describe(_ operation: Operation, _ access: Route.Access) -> JSON {
        var object: JSONObject = [
            "operationId": .string(operation.id), "tags": [.string(operation.tag.rawValue)],
            "summary": .string(operation.summary),
        ]
        object["description"] = operation.about.map(JSON.string)
        object["security"] = access.security
        let parameters =
            (operation.list.map(ListParameter.query) ?? []) + operation.parameters
            + (operation.takesScenario ? [.scenario(of: scenarios)] : [])
        if !parameters.isEmpty { object["parameters"] = .array(parameters.map(\.json)) }
        if let body = operation.body {
            object["requestBody"] = [
                "required": true, "content": [body.type: ["schema": body.schema.json, "example": body.example]],
            ]
        }
        object["responses"] = Responses(operation, access).json
        return .object(object)
    }

    private var components: JSONObject {
        var schemas = JSONObject()
        for component in Component.allCases { schemas[component.rawValue] = component.schema.json }
        var headers = JSONObject()
        for header in AnswerHeader.allCases { headers[header.rawValue] = header.json }
        return [
            "schemas": .object(schemas), "headers": .object(headers),
            "securitySchemes": [
                "basicAuth": [
                    "type": "http", "scheme": "basic",
                    "description": "The id of an API key and its secret.",
                ],
                "bearerAuth": [
                    "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
                    "description": "An access token, as apps have it.",
                ],
            ],
        ]
    }
}
