import CheckoutContracts
import Sandbox

/// The key of a request, as `Authorization: Bearer`. The public key is in apps: it can create sources, and read those
/// with a known `clientSecret`. The secret key belongs to the merchant's server.
enum TakeMeKey: Sendable {
    /// - Parameter tenant: the key's tenant.
    case publicKey(tenant: String)
    case secretKey(tenant: String)

    /// - Throws: `SandboxError` 401 for a request without a key or with an unknown one.
    init(_ request: SandboxRequest) async throws {
        let parts = request.header("Authorization")?.split(separator: " ", omittingEmptySubsequences: false) ?? []
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw Self.refusal("The key is missing; send it as Authorization: Bearer.")
        }
        let text = String(parts[1])
        if try await request.engine.store.hasKey(text) {
            self = .publicKey(tenant: text)
        } else if let tenant = try await request.engine.store.tenant(ofKeySecret: text) {
            self = .secretKey(tenant: tenant)
        } else {
            throw Self.refusal("There is no such key.")
        }
    }

    /// Accepts either key.
    static let any: Route.Access = .provider(schemes: [[publicScheme], [secretScheme]]) { request in
        switch try await TakeMeKey(request) {
        case .publicKey(let tenant), .secretKey(let tenant): return tenant
        }
    }

    /// Requires the secret key.
    static let secret: Route.Access = .provider(schemes: [[secretScheme]]) { request in
        switch try await TakeMeKey(request) {
        case .secretKey(let tenant): return tenant
        case .publicKey:
            throw SandboxError(
                status: 403, code: TakeMeError.secretKeyRequired,
                message: "The public key is not enough: this is for the merchant's server, with its secret key.")
        }
    }

    private static let publicScheme = SecurityScheme(
        "publicKey", .bearer(format: nil), "The public key, which apps have, such as pk_test_sandbox.")
    private static let secretScheme = SecurityScheme(
        "secretKey", .bearer(format: nil), "The secret key of the merchant's server, such as sk_test_sandbox.")

    private static func refusal(_ message: String) -> SandboxError {
        SandboxError(status: 401, code: "authentication_failed", message: message)
    }
}
