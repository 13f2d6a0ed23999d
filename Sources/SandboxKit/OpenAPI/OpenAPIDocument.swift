import Sandbox
import ToqueEncoding

/// A provider with an OpenAPI document; the parts of the document that do not follow from the routes.
package protocol DocumentedProvider: SandboxProvider {
    var title: String { get }
    var operations: [Operation] { get }
    var components: [Component] { get }
    /// The suffix of the API's published paths.
    var pathEnd: String { get }
    /// Path parameters other than ids.
    var pathParameters: [Parameter] { get }
    /// Response headers, besides the engine's.
    var answerHeaders: [AnswerHeader] { get }
    /// An example id in lists.
    var exampleID: String { get }
    var pageSizes: PageSizes { get }

    /// The body of an error with one of these codes.
    func errorSchema(_ codes: [String]) -> JSONSchema
}

extension DocumentedProvider {
    package var pathEnd: String { "" }
    package var pathParameters: [Parameter] { [] }
    package var answerHeaders: [AnswerHeader] { [] }
    package var exampleID: String { operations.first?.tag.exampleID ?? "" }
    package var pageSizes: PageSizes { PageSizes() }

    package func openAPI(publicURL: String) -> JSON { OpenAPIDocument(provider: self, publicURL: publicURL).json }
}

/// The provider's API as an OpenAPI 3.1 document. Paths appear once, in their short spelling; the long one is a second
/// server with the same paths.
package struct OpenAPIDocument: Sendable {
    package static let exampleRequestID = "7d0f6e2b9c4a4f6f8a1b2c3d4e5f6071"
    /// 2026-03-01T12:00:00Z
    static let exampleTime = Timestamp(microseconds: 1_772_366_400_000_000)

    let provider: any DocumentedProvider
    /// Without a trailing slash.
    let publicURL: String

    var json: JSON {
        [
            "openapi": "3.1.1",
            "info": [
                "title": .string(provider.title), "version": "1", "description": .string(Self.about),
            ],
            "servers": .array(servers.map { ["url": .string($0.url), "description": .string($0.about)] }),
            "tags": .array(tags.map(\.json)),
            "paths": .object(paths),
            "components": .object(components),
        ]
    }

    private static let about = """
        An independent implementation from public documents, affiliated with no provider. Paths are answered with and \
        without the slash at their end. Answers that follow a guess carry its id in the header \
        `\(AnswerHeader.assumed.name)`.
        """

    private var servers: [(url: String, about: String)] {
        [(publicURL, "The short spelling of paths")]
            + provider.prefixes.map { ("\(publicURL)/\($0)", "The long spelling: the same endpoints") }
    }

    /// Without duplicates, in the order of the operations.
    private var tags: [Tag] {
        provider.operations.map(\.tag).reduce(into: []) { tags, tag in
            if !tags.contains(where: { $0.name == tag.name }) { tags.append(tag) }
        }
    }

    // MARK: Paths

    private var paths: JSONObject {
        let routes = provider.routes
        var paths = JSONObject()
        for operation in provider.operations {
            guard
                let route = routes.first(where: { $0.method == operation.method.rawValue && $0.path == operation.path })
            else { continue }
            let path = "/\(operation.path)\(operation.tag.isOfPages ? "" : provider.pathEnd)"
            var item = paths[path]?.objectValue ?? pathItem(operation)
            item[operation.method.rawValue.lowercased()] = describe(operation, route.access)
            paths[path] = .object(item)
        }
        return paths
    }

    private func pathItem(_ operation: Operation) -> JSONObject {
        let names = operation.path.split(separator: "/").filter { $0.first == "{" }
        let parameters = names.map { pathParameter(String($0.dropFirst().dropLast()), operation.tag) }
        return parameters.isEmpty ? [:] : ["parameters": .array(parameters.map(\.json))]
    }

    private func pathParameter(_ name: String, _ tag: Tag) -> Parameter {
        provider.pathParameters.first { $0.name == name }
            ?? Parameter(
                place: .path, name: name, about: "ID of the object", schema: .uuid, example: .string(tag.exampleID))
    }

    private func describe(_ operation: Operation, _ access: Route.Access) -> JSON {
        var object: JSONObject = [
            "operationId": .string(operation.id), "tags": [.string(operation.tag.name)],
            "summary": .string(operation.summary),
        ]
        object["description"] = operation.about.map(JSON.string)
        object["security"] = .array(access.schemes.map { .object($0.reduce(into: [:]) { $0[$1.name] = [] }) })
        let parameters =
            (operation.list.map { ListParameter.query($0, exampleID: provider.exampleID, provider.pageSizes) } ?? [])
            + operation.parameters + (operation.takesScenario ? [.scenario(of: provider.scenarios)] : [])
        if !parameters.isEmpty { object["parameters"] = .array(parameters.map(\.json)) }
        if let body = operation.body {
            object["requestBody"] = [
                "required": true, "content": [body.type: ["schema": body.schema.json, "example": body.example]],
            ]
        }
        object["responses"] = Responses(operation, access, of: provider).json
        return .object(object)
    }

    // MARK: Components

    private var components: JSONObject {
        var schemas = JSONObject()
        for component in provider.components { schemas[component.name] = component.schema.json }
        var headers = JSONObject()
        for header in AnswerHeader.ofTheEngine + provider.answerHeaders { headers[header.name] = header.json }
        var components: JSONObject = ["schemas": .object(schemas), "headers": .object(headers)]
        var keys = JSONObject()
        for scheme in provider.routes.flatMap(\.access.schemes).joined() { keys[scheme.name] = scheme.json }
        if !keys.isEmpty { components["securitySchemes"] = .object(keys) }
        return components
    }
}

extension SecurityScheme {
    fileprivate var json: JSON {
        var object: JSONObject =
            switch place {
            case .basic: ["type": "http", "scheme": "basic"]
            case .bearer: ["type": "http", "scheme": "bearer"]
            case .header(let name): ["type": "apiKey", "in": "header", "name": .string(name)]
            }
        if case .bearer(let format?) = place { object["bearerFormat"] = .string(format) }
        object["description"] = .string(about)
        return .object(object)
    }
}
