import Sandbox

/// What the URL of a page for a person ends with: an object's secret, and whose the object is. Tenants that loaded the
/// same state have the same secrets.
package struct PageHandle: Sendable, CustomStringConvertible {
    /// Who knows it may use the page. A one-time value that stands for the object.
    package let secret: String
    /// The tenant, as in `created_by`.
    private let owner: String

    package init(_ secret: String, of tenant: String) {
        self.secret = secret
        owner = UUIDText.of(keyID: tenant)
    }

    /// - Returns: nil for a text that `description` did not make.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        secret = String(parts[0])
        owner = String(parts[1])
    }

    package var description: String { "\(secret).\(owner)" }

    fileprivate func isOwned(by tenant: String) -> Bool { owner == UUIDText.of(keyID: tenant) }
}

extension SandboxRequest {
    /// The request as one of the tenant whose handle its path has; nil for an unknown handle.
    /// - Parameter purpose: of the handle's secret, as it was registered.
    package func entering(by handle: PageHandle?, purpose: String) async throws -> SandboxRequest? {
        guard let handle else { return nil }
        return try await engine.store.tenants(ofOneTimeValue: handle.secret, purpose: purpose)
            .first(where: handle.isOwned).map(entering)
    }
}
