import HTTPTypes
import ToqueEncoding

/// A request to control, whose query and body are read to the last member.
extension SandboxRequest {
    // MARK: Query

    /// - Parameter names: of the parameters that the endpoint takes, besides `tenant`.
    /// - Throws: `SandboxError` that names a parameter which is none of them, or stands twice.
    func checkQuery(takes names: [String]) throws(SandboxError) {
        for (index, (name, _)) in query.enumerated() {
            guard name == "tenant" || names.contains(name) else {
                let known = (["tenant"] + names).joined(separator: ", ")
                throw .invalid(name.escaped, "This endpoint takes no such parameter; it takes \(known).")
            }
            guard !query[..<index].contains(where: { $0.name == name }) else {
                throw .invalid(name, "The parameter stands more than once.")
            }
        }
    }

    /// An integer in the range; nil where it is absent or empty.
    func integer<Value: FixedWidthInteger>(
        _ name: String, in range: ClosedRange<Value>
    ) throws(SandboxError) -> Value? {
        guard let text = query(name) else { return nil }
        guard let value = Value(text), range.contains(value) else {
            throw .invalid(name, "Expected an integer from \(range.lowerBound) to \(range.upperBound).")
        }
        return value
    }

    /// `after`: the cursor behind which a list begins; 0 where none is named.
    func after() throws(SandboxError) -> Int64 { try integer("after", in: 0...Int64.max) ?? 0 }

    /// `limit`: the length of a list; 100 where none is named.
    func limit() throws(SandboxError) -> Int { try integer("limit", in: 1...1000) ?? 100 }

    // MARK: Events

    /// Whether the client asks for a log as server-sent events.
    var wantsEventStream: Bool { accepts(ServerSentEvents.contentType) }

    /// The cursor of the last entry that the client has: of the header in which a browser's `EventSource` repeats it
    /// after an interruption, else of the query.
    func lastCursor() throws(SandboxError) -> Int64 {
        let name = "Last-Event-ID"
        guard let text = header(name) else { return try after() }
        guard let cursor = Int64(text), cursor >= 0 else {
            throw .invalid(name, "Expected the id of an event, an integer.")
        }
        return cursor
    }

    // MARK: Body

    /// What a form can post (Fetch section 2.2.2, CORS-safelisted) is none of control's business. A request without a
    /// body needs no type.
    /// - Throws: `SandboxError` with status 415.
    static func checkJSON(_ head: HTTPRequest, isBodyEmpty: Bool) throws(SandboxError) {
        if head.method == .get || head.method == .head { return }
        guard head.hasContentType(["application/json"]) ?? isBodyEmpty else {
            throw .unsupportedMediaType("Control takes bodies of the type application/json alone.")
        }
    }

    /// The body as a typed value; a body of no bytes is an object without members.
    /// - Parameter members: the names that the body may have; nil where they are the provider's business.
    func decode<Value>(
        members: Set<String>?, _ read: (JSONReader) throws(JSONMemberError) -> Value
    ) throws(SandboxError) -> Value {
        // A state file has in it what came in other requests.
        let depth = JSON.Limits().depth
        let json: JSON = try body.isEmpty ? [:] : decode(depth: depth) { (json) throws(JSONMemberError) in json }
        do throws(JSONMemberError) {
            let reader = JSONReader(json)
            if let members { try reader.expectNoMembers(besides: members) }
            return try read(reader)
        } catch {
            throw SandboxError(error)
        }
    }

    // MARK: Objects

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
