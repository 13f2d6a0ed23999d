import Sandbox
import ToqueEncoding

extension SandboxRequest {
    /// The body, checked.
    /// - Parameter moreFaults: finds problems beyond the model's own checks.
    /// - Throws: `SandboxError` 400 with all problems.
    package func body<Body: RequestModel>(
        _: Body.Type = Body.self, moreFaults: (JSON) -> [SandboxError] = { _ in [] }
    ) throws(SandboxError) -> Body {
        let json = try decode { (json) throws(JSONMemberError) in json }
        let more = moreFaults(json)
        do throws(InvalidMembers) {
            let body = try Body(validating: JSONReader(json))
            if more.isEmpty { return body }
        } catch {
            throw SandboxError(error.errors.map(SandboxError.init) + more)
        }
        throw SandboxError(more)
    }

    /// The object with the id in the path.
    /// - Throws: `SandboxError` 404 if there is none.
    package func object<Model: StoredModel>(_: Model.Type) async throws -> Model {
        let id = try id(of: Model.self)
        return try await read { try Model.existing(id, $0) }
    }

    /// The id in the path.
    /// - Throws: `SandboxError` 404 if it is not a UUID, so that no object can have it.
    package func id<Model: StoredModel>(of _: Model.Type) throws(SandboxError) -> String {
        let text = parameter("id")
        guard let id = UUIDSyntax.canonical(text) else {
            throw .notFound(
                "There is no such \(Model.name): found \(text.quoted), expected \(UUIDSyntax.expectation).", field: "id"
            )
        }
        return id
    }
}

extension SandboxError {
    /// One response for several problems.
    package init(_ errors: [SandboxError]) {
        self = errors.first ?? SandboxError(status: 400, code: "invalid", message: "The request is invalid.")
        others = Array(errors.dropFirst())
    }
}

extension JSONObject {
    /// A text parameter of control; nil if absent or null.
    package func text(_ name: String) throws(SandboxError) -> String? {
        do throws(JSONMemberError) {
            return try JSONReader(.object(self)).optional(name)?.string()
        } catch {
            throw SandboxError(error)
        }
    }
}
