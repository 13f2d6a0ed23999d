import Sandbox

/// What the URL of an approval page ends with: an enrollment's secret, and whose the enrollment is. Tenants that loaded
/// the same state have the same secrets.
struct ApprovalHandle: Sendable, CustomStringConvertible {
    /// Who knows it may decide.
    let secret: String
    /// The tenant, as in `created_by`.
    private let owner: String

    init(_ secret: String, of tenant: String) {
        self.secret = secret
        owner = UUIDText.of(keyID: tenant)
    }

    /// - Returns: nil for a text that `description` did not make.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        secret = String(parts[0])
        owner = String(parts[1])
    }

    var description: String { "\(secret).\(owner)" }

    func isOwned(by tenant: String) -> Bool { owner == UUIDText.of(keyID: tenant) }
}
