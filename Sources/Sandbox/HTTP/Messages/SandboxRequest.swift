import HTTPTypes
import ToqueEncoding

/// A request on its way to a handler.
public struct SandboxRequest: Sendable {
    public let id: String
    /// Without the query, as received.
    public let path: String
    /// The path parameters of the route's pattern, percent-decoded.
    public let parameters: [String: String]
    public let query: [(name: String, value: String)]
    public let body: [UInt8]
    let head: HTTPRequest
    /// Id of the API key; empty on open routes, and until the provider has authenticated the request.
    public private(set) var tenant: String
    /// A header that names a scenario.
    package static let scenarioField = "X-Toque-Scenario"
    /// Name of the scenario in that header, one of the provider's.
    public let scenario: String?
    public let engine: Engine
    var trace = RequestTrace()

    public var method: String { head.method.rawValue }
    /// The path with the query, as received.
    public var target: String { head.path ?? "/" }
    /// The tenant's time; the sandbox's if there is no tenant.
    public var now: Timestamp { engine.now(of: tenant) }
    public var acceptLanguage: String? { head.headerFields[.acceptLanguage] }

    /// The value of a header, ignoring case; multiple values are joined by commas.
    public func header(_ name: String) -> String? { head.headerFields.value(name) }

    /// True if this key is accepted, for endpoints that receive it outside of a header.
    /// - Throws: `SandboxError` with status 403 if it is the default key and a page in a browser may have sent it.
    public func takes(_ key: APIKey) async throws -> Bool {
        try await engine.store.refresh(key.id)
        guard engine.store.keys.takes(id: key.id, secret: key.secret.utf8) else { return false }
        if key == engine.provider.defaultKey { try engine.checkDefaultKey(head) }
        return true
    }

    /// True if the `Accept` header names this media type itself. Ranges do not count: browsers accept everything.
    /// - Parameter type: in lower case.
    public func accepts(_ type: String) -> Bool { head.accepts(type) }

    /// The server's URL, without a trailing slash.
    public var publicURL: String { engine.publicURL }

    /// Host and port, as the client specified them.
    public var authority: String? { head.authority }

    /// For open routes, once they know the tenant.
    public func entering(_ tenant: String) -> SandboxRequest {
        var request = self
        request.tenant = tenant
        trace.tenant = tenant
        return request
    }

    /// Like `SandboxStore.read`, for the request's tenant.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (ReadTransaction) throws -> Value
    ) async throws -> Value {
        try await engine.store.read(tenant, body)
    }

    /// Like `SandboxStore.write`, for the request's tenant.
    /// - Throws: `SandboxError` with status 404 if the tenant was removed meanwhile.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await engine.store.write(tenant, requiresTenant: true, body)
    }

    /// A secret of the request's tenant; nil if the provider does not declare it.
    public func secret(_ name: String) -> TenantSecret? { engine.store.secret(name, of: tenant) }

    /// The secret of the tenant's key; nil if the provider does not store it (`SandboxProvider.keepsKeySecrets`).
    public var keySecret: TenantSecret? { engine.store.keySecret(of: tenant) }

    /// The last value of a query parameter; nil if absent or empty.
    public func query(_ name: String) -> String? {
        query.last { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    public func parameter(_ name: String) -> String { parameters[name] ?? "" }
}
