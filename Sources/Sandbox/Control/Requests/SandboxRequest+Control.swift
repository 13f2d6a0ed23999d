import HTTPTypes
import ToqueEncoding

/// A control request, whose query and body are checked completely.
extension SandboxRequest {
    // MARK: Query

    /// - Parameter names: the endpoint's parameters, besides `tenant`.
    /// - Throws: `SandboxError` that names an unknown or repeated parameter.
    package func checkQuery(takes names: [String]) throws(SandboxError) {
        for (index, (name, _)) in query.enumerated() {
            guard name == "tenant" || names.contains(name) else {
                let known = (["tenant"] + names).joined(separator: ", ")
                throw .invalid(name.escaped, "This endpoint takes no such parameter; it takes \(known).")
            }
            guard !query[..<index].contains(where: { $0.name == name }) else {
                throw .invalid(name, "The parameter occurs more than once.")
            }
        }
    }

    /// An integer in the range; nil if absent or empty.
    package func integer<Value: FixedWidthInteger>(
        _ name: String, in range: ClosedRange<Value>
    ) throws(SandboxError) -> Value? {
        guard let text = query(name) else { return nil }
        guard let value = Value(text), range.contains(value) else {
            throw .invalid(name, "Expected an integer from \(range.lowerBound) to \(range.upperBound).")
        }
        return value
    }

    /// `after`: the cursor after which a list begins. Default: 0.
    func after() throws(SandboxError) -> Int64 { try integer("after", in: 0...Int64.max) ?? 0 }

    /// `limit`: the length of a list. Default: 100.
    func limit() throws(SandboxError) -> Int { try integer("limit", in: 1...1000) ?? 100 }

    /// `depth`: the number of entries that a search before a cursor looks at. Default: the maximum.
    func depth() throws(SandboxError) -> Int {
        try integer("depth", in: 1...JournalSearch.maximumDepth) ?? JournalSearch.maximumDepth
    }

    /// Checks a list before a cursor.
    /// - Parameter takesAfter: true if the list may also have an end.
    func checkBefore(takesAfter: Bool = false) throws(SandboxError) {
        if wantsEventStream { throw .invalid("before", "A stream begins after a cursor.") }
        if !takesAfter, query("after") != nil {
            throw .invalid("before", "A list begins after a cursor or before one, not both.")
        }
    }

    /// Checks a list after a cursor.
    /// - Parameter names: the parameters that need `before`, besides `depth`.
    func checkAfter(_ names: String...) throws(SandboxError) {
        for name in names + ["depth"] where query(name) != nil { throw .invalid(name, "It needs `before` beside it.") }
    }

    /// `true` or `false`. Default: false.
    func flag(_ name: String) throws(SandboxError) -> Bool {
        guard let text = query(name) else { return false }
        guard let value = Bool(text) else { throw .invalid(name, "Expected true or false.") }
        return value
    }

    // MARK: Events

    /// True if the client requests a log as server-sent events.
    package var wantsEventStream: Bool { accepts(ServerSentEvents.contentType) }

    /// The cursor of the client's last entry: from the header that a browser's `EventSource` repeats after an
    /// interruption, or else from the query.
    package func lastCursor() throws(SandboxError) -> Int64 {
        let name = "Last-Event-ID"
        guard let text = header(name) else { return try after() }
        guard let cursor = Int64(text), cursor >= 0 else {
            throw .invalid(name, "Expected the id of an event, an integer.")
        }
        return cursor
    }

    // MARK: Body

    /// Control refuses the types that a form can post (Fetch section 2.2.2, CORS-safelisted). Requests without a body
    /// need no type.
    /// - Throws: `SandboxError` with status 415.
    static func checkJSON(_ head: HTTPRequest, isBodyEmpty: Bool) throws(SandboxError) {
        if head.method == .get || head.method == .head { return }
        guard head.hasContentType(["application/json"]) ?? isBodyEmpty else {
            throw .unsupportedMediaType("Control takes bodies of the type application/json alone.")
        }
    }

    /// The body as a typed value; an empty body is an object without members.
    /// - Parameter members: the allowed member names; nil if the handler checks them.
    func decode<Value>(
        members: Set<String>?, _ read: (JSONReader) throws(JSONMemberError) -> Value
    ) throws(SandboxError) -> Value {
        // State files contain data from other requests.
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

    /// Distinguishes an unknown object from an empty list.
    /// - Parameter id: of an object of any kind; nil skips the check.
    /// - Throws: `SandboxError` with status 404 if the tenant has no such object.
    func requireObject(_ id: String?) async throws {
        guard let id else { return }
        guard try await read({ try $0.hasObject(id) }) else {
            throw SandboxError.notFound("There is no object with this id.", field: "object")
        }
    }
}
