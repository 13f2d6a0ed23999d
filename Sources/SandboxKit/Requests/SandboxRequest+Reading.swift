import Sandbox
import ToqueEncoding

extension SandboxRequest {
    /// The body, checked.
    /// - Throws: `SandboxError` 400 with everything that is wrong.
    package func body<Body: RequestModel>(_: Body.Type = Body.self) throws(SandboxError) -> Body {
        let json = try decode { (json) throws(JSONMemberError) in json }
        do throws(InvalidMembers) {
            return try Body(validating: JSONReader(json))
        } catch {
            throw SandboxError(error.errors.map(SandboxError.init))
        }
    }

    /// The object whose id the path has.
    /// - Throws: `SandboxError` 404 where there is none.
    package func object<Model: StoredModel>(_: Model.Type) async throws -> Model {
        let id = try id(of: Model.self)
        return try await read { try Model.existing(id, $0) }
    }

    /// The id in the path.
    /// - Throws: `SandboxError` 404 where it is no UUID, so that nothing has it.
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
    /// One answer for several faults.
    package init(_ errors: [SandboxError]) {
        self = errors.first ?? SandboxError(status: 400, code: "invalid", message: "The request is invalid.")
        others = Array(errors.dropFirst())
    }
}

extension JSONObject {
    /// A text among the parameters of control; nil where it is absent or null.
    package func text(_ name: String) throws(SandboxError) -> String? {
        do throws(JSONMemberError) {
            return try JSONReader(.object(self)).optional(name)?.string()
        } catch {
            throw SandboxError(error)
        }
    }
}
