import HTTPTypes
import ToqueEncoding

/// A request to the control API: a tenant that is there, and a query and a body that are read to the last member.
struct ControlRequest: Sendable {
    private let request: SandboxRequest
    let query: ControlQuery

    /// - Parameter names: of the parameters of the query.
    init(_ request: SandboxRequest, taking names: [String]) throws(SandboxError) {
        try Self.checkContentType(request.head, isBodyEmpty: request.body.isEmpty)
        self.request = request
        query = try ControlQuery(request.query, names: names)
    }

    /// What a form can post (Fetch section 2.2.2, CORS-safelisted) is none of control's business. A request without a
    /// body needs no type.
    /// - Throws: `SandboxError` with status 415.
    static func checkContentType(_ head: HTTPRequest, isBodyEmpty: Bool) throws(SandboxError) {
        if head.method == .get || head.method == .head { return }
        guard head.hasContentType(["application/json"]) ?? isBodyEmpty else {
            throw .unsupportedMediaType("Control takes bodies of the type application/json alone.")
        }
    }

    var tenant: String { request.tenant }
    var publicURL: String { request.publicURL }

    func parameter(_ name: String) -> String { request.parameter(name) }

    /// Whether the client asks for a log as server-sent events.
    var wantsEventStream: Bool { request.accepts(ServerSentEvents.contentType) }

    /// The cursor of the last entry that the client has: of the header in which a browser's `EventSource` repeats it
    /// after an interruption, else of the query.
    func lastCursor() throws(SandboxError) -> Int64 {
        let name = "Last-Event-ID"
        guard let text = request.header(name) else { return try query.after() }
        guard let cursor = Int64(text), cursor >= 0 else {
            throw .invalid(name, "Expected the id of an event, an integer.")
        }
        return cursor
    }

    /// The body as a typed value; a body of no bytes is an object without members.
    /// - Parameter members: the names that the body may have; nil where they are the provider's business.
    func decode<Value>(
        members: Set<String>?, _ read: (JSONReader) throws(JSONMemberError) -> Value
    ) throws(SandboxError) -> Value {
        func body() throws(SandboxError) -> JSON {
            if request.body.isEmpty { return [:] }
            // A state file has in it what came in other requests.
            return try request.decode(depth: JSON.Limits().depth) { (json) throws(JSONMemberError) in json }
        }
        let reader = JSONReader(try body())
        do throws(JSONMemberError) {
            if let members { try reader.expectNoMembers(besides: members) }
            return try read(reader)
        } catch {
            throw SandboxError(error)
        }
    }

    /// As `SandboxStore.read`, of the request's tenant.
    func read<Value: Sendable>(_ body: @escaping @Sendable (ReadTransaction) throws -> Value) async throws -> Value {
        try await request.read(body)
    }

    /// As `SandboxStore.write`, of the request's tenant.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await request.write(body)
    }

    /// Tells a list about nothing from one that is empty.
    /// - Parameter id: of an object of any kind; nil for no object in particular.
    /// - Throws: `SandboxError` with status 404 where the tenant has no such object.
    func requireObject(_ id: String?) async throws {
        guard let id else { return }
        guard try await read({ try $0.hasObject(id) }) else {
            throw SandboxError.notFound("There is no object with this id.", field: "object")
        }
    }
}
