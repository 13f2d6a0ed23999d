import RelyingParty
import ToqueEncoding

/// A single fault of a ceremony.
struct PixFault<Ceremony: PixCeremony>: Sendable {
    /// Such as `other-challenge`; unique in its kind of ceremony.
    let name: String
    /// Its code in the verdict table.
    let code: VerdictCode
    /// The fault, for people, without a full stop.
    let reason: String
    /// Returns true if the fault is possible for a ceremony.
    let applies: @Sendable (Ceremony) -> Bool
    let apply: @Sendable (inout Ceremony) throws -> Void
    /// The policy that allows it; nil if there is none.
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

    /// Returns the ceremony with the fault, also with a policy that allows it, if there is one; empty if the fault is
    /// not possible.
    /// - Parameters:
    ///   - id: the ceremony's ID.
    ///   - title: the ceremony's title.
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
