import HTTPTypes
import ToqueEncoding

/// Performs requests to the control API in process, for its pages: the same endpoints, checks and answers that programs
/// get.
public struct ControlCaller: Sendable {
    private let routes: RouteTable
    private let access: ControlGuard

    /// The largest state file, in bytes.
    public static let stateSizeLimit = TenantState.sizeLimit

    init(_ routes: RouteTable, _ access: ControlGuard) {
        self.routes = routes
        self.access = access
    }

    /// - Parameters:
    ///   - path: below the API's prefix, percent-encoded, such as `objects/7`.
    ///   - query: besides the tenant.
    ///   - request: the page's; its tenant is the call's.
    /// - Returns: the answer's JSON; null without one.
    /// - Throws: `SandboxError`, as a program would get it.
    public func call(
        _ method: String, _ path: String, query: [(name: String, value: String)] = [], body: JSON? = nil,
        for request: SandboxRequest
    ) async throws -> JSON {
        let answer = try await bytes(method, path, query: query, body: body?.utf8 ?? [], for: request)
        return answer.isEmpty ? .null : try JSON(parsing: answer, limits: .init(size: answer.count))
    }

    /// Like `call`, without reading the JSON.
    public func bytes(
        _ method: String, _ path: String, query: [(name: String, value: String)] = [], body: [UInt8] = [],
        for request: SandboxRequest
    ) async throws -> [UInt8] {
        let path = "/\(ControlAPI.prefix)/\(path)"
        let (route, parameters): (Route, [String: String])
        do throws(RoutingError) {
            (route, parameters) = try routes.route(method: method, path: path)
        } catch {
            throw SandboxError(refusing: error) {}
        }
        var head = HTTPRequest(
            method: HTTPRequest.Method(method) ?? .get, scheme: request.head.scheme, authority: request.authority,
            path: path)
        if !body.isEmpty { head.headerFields[.contentType] = "application/json" }
        let call = SandboxRequest(
            id: request.id, path: path, parameters: parameters, query: query, body: body, head: head,
            tenant: request.tenant, scenario: nil, engine: request.engine, trace: request.trace)
        return try await route.answer(call).body
    }

    /// A signal after each further request of the page's tenant, which the next call of `requests` then lists.
    public func newRequests(for request: SandboxRequest) -> AsyncStream<Void> {
        request.engine.journal.follow(tenant: request.tenant)
    }

    /// A signal after each further event of any object, which the next call of `events` then lists.
    public func newEvents(for request: SandboxRequest) -> AsyncStream<Void> {
        request.engine.store.events.subscribe()
    }

    /// The value of `Set-Cookie` for a browser whose person knows the control token; nil for another token.
    public func cookie(forToken token: String, isSecure: Bool) -> String? {
        access.cookie(forToken: token, isSecure: isSecure)
    }
}
