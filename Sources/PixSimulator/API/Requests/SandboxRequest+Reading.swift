import PixAPI
import Sandbox
import ToqueEncoding

extension SandboxRequest {
    /// The body, checked.
    /// - Throws: `SandboxError` 400 with everything that is wrong.
    func body<Body: RequestModel>(_: Body.Type = Body.self) throws(SandboxError) -> Body {
        let json = try decode { (json) throws(JSONMemberError) in json }
        do throws(InvalidMembers) {
            return try Body(validating: JSONReader(json))
        } catch {
            throw SandboxError(error)
        }
    }

    /// The id in the path.
    /// - Parameter kind: what it is the id of, such as `enrollment`.
    /// - Throws: `SandboxError` 404 where it is no UUID, so that nothing has it.
    func id(of kind: String) throws(SandboxError) -> String {
        let text = parameter("id")
        guard let id = UUIDSyntax.canonical(text) else {
            throw SandboxError(
                status: 404, code: "not_found",
                message: "There is no such \(kind): found \(text.quoted), expected \(UUIDSyntax.expectation).",
                field: "id")
        }
        return id
    }
}

extension SandboxError {
    init(_ members: InvalidMembers) {
        self.init(members.errors.map(SandboxError.init))
    }

    /// One answer for several faults.
    init(_ errors: [SandboxError]) {
        self = errors.first ?? SandboxError(status: 400, code: "invalid", message: "The request is invalid.")
        others = Array(errors.dropFirst())
    }
}

extension SandboxRequest {
    /// Customers and bank accounts have two versions; either form is taken under either one.
    /// - Throws: `SandboxError` 400 for a version that there is not.
    func checkResourceVersion() throws(SandboxError) {
        guard let version = header(ResourceVersion.header), ResourceVersion(rawValue: version) == nil else { return }
        throw .invalid(
            ResourceVersion.header,
            "Found \(version.quoted), expected \(ResourceVersion.v2.rawValue), or no header for version 1.")
    }
}
