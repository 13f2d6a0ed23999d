import RelyingParty
import ToqueEncoding

/// A single way to break a ceremony.
struct PixFault<Ceremony: PixCeremony>: Sendable {
    /// Such as `other-challenge`; unique among those of a kind of ceremony.
    let name: String
    /// The code of the verdict table that it leads to.
    let code: VerdictCode
    /// What is wrong, for people, without a full stop.
    let reason: String
    /// Whether a ceremony can be broken so.
    let applies: @Sendable (Ceremony) -> Bool
    let apply: @Sendable (inout Ceremony) throws -> Void
    /// The policy that lets it pass; nil where none does.
    let exception: (@Sendable (inout VerificationPolicy) -> Void)?

    init(
        _ name: String, _ code: VerdictCode, _ reason: String,
        where applies: @escaping @Sendable (Ceremony) -> Bool = { _ in true },
        unless exception: (@Sendable (inout VerificationPolicy) -> Void)? = nil,
        _ apply: @escaping @Sendable (inout Ceremony) throws -> Void
    ) {
        self.name = name
        self.code = code
        self.reason = reason
        self.applies = applies
        self.exception = exception
        self.apply = apply
    }

    /// The ceremony broken, and the same one where a policy lets it pass; none where it cannot be broken so.
    /// - Parameters:
    ///   - id: of the ceremony.
    ///   - title: of the ceremony.
    func documents(breaking ceremony: Ceremony, id: String, title: String) throws -> [JSON] {
        guard applies(ceremony) else { return [] }
        var broken = ceremony
        try apply(&broken)
        let refused = try broken.document(
            id: "\(id)/\(name)", description: "\(title): \(reason)", expected: .invalid(code))
        guard let exception else { return [refused] }
        exception(&broken.policy)
        return [
            refused,
            try broken.document(
                id: "\(id)/\(name)/allowed", description: "\(title): \(reason), which the policy lets pass"),
        ]
    }
}
