import Sandbox

/// The last segment of a page's URL: an object's secret and its tenant. Tenants that loaded the same state have the
/// same secrets.
package struct PageHandle: Sendable, CustomStringConvertible {
    /// The credential of the page. A one-time value that identifies the object.
    package let secret: String
    /// The tenant, as in `created_by`.
    private let owner: String

    package init(_ secret: String, of tenant: String) {
        self.secret = secret
        owner = UUIDText.of(keyID: tenant)
    }

    /// - Returns: nil unless `description` made the text.
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
    /// The request as its tenant's, by the handle in its path; nil for an unknown handle.
    /// - Parameter purpose: of the handle's secret, as registered.
    package func entering(by handle: PageHandle?, purpose: String) async throws -> SandboxRequest? {
        guard let handle else { return nil }
        return try await engine.store.tenants(ofOneTimeValue: handle.secret, purpose: purpose)
            .first(where: handle.isOwned).map(entering)
    }
}
