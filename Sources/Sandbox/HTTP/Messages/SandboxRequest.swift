import HTTPTypes
import ToqueEncoding

/// A request on its way to a handler.
public struct SandboxRequest: Sendable {
    public let id: String
    /// Without the query, as it came.
    public let path: String
    /// The parts of the path that the route's pattern names, percent-decoded.
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
    /// The path with the query, as they came.
    public var target: String { head.path ?? "/" }
    /// The tenant's time; the sandbox's where it is no tenant's.
    public var now: Timestamp { engine.now(of: tenant) }
    public var acceptLanguage: String? { head.headerFields[.acceptLanguage] }

    /// The value of a header, in any case; values of one that came several times are joined by commas.
    public func header(_ name: String) -> String? { head.headerFields.value(name) }

    /// Whether requests with this key are taken, for endpoints that do not have it in a header.
    /// - Throws: `SandboxError` with status 403 where it is the default key and a page in a browser may have sent it.
    public func takes(_ key: APIKey) throws(SandboxError) -> Bool {
        guard engine.store.keys.takes(id: key.id, secret: key.secret.utf8) else { return false }
        if key == engine.provider.defaultKey { try engine.checkDefaultKey(head) }
        return true
    }

    /// Whether the header `Accept` names this media type itself, not a range that has it: browsers take anything.
    /// - Parameter type: in lower case.
    public func accepts(_ type: String) -> Bool {
        let types = header("Accept")?.lowercased().split { ", ;".contains($0) } ?? []
        return types.contains { $0 == type }
    }

    /// Where the server is reached, without a slash at the end.
    public var publicURL: String { engine.publicURL }

    /// Host and port, as the client named them.
    public var authority: String? { head.authority }

    /// For open routes, once they know whom they serve.
    public func entering(_ tenant: String) -> SandboxRequest {
        var request = self
        request.tenant = tenant
        trace.tenant = tenant
        return request
    }

    /// As `SandboxStore.read`, of the request's tenant.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (ReadTransaction) throws -> Value
    ) async throws -> Value {
        try await engine.store.read(tenant, body)
    }

    /// As `SandboxStore.write`, of the request's tenant.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await engine.store.write(tenant, body)
    }

    /// A secret of the request's tenant; nil for one that the provider does not declare.
    public func secret(_ name: String) -> TenantSecret? { engine.store.secret(name, of: tenant) }

    /// The secret of the tenant's key; nil where the provider does not keep it (`SandboxProvider.keepsKeySecrets`).
    public var keySecret: TenantSecret? { engine.store.keySecret(of: tenant) }

    /// The last value of a query parameter; nil where it is absent or empty.
    public func query(_ name: String) -> String? {
        query.last { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    public func parameter(_ name: String) -> String { parameters[name] ?? "" }
}
