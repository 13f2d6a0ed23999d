import RelyingParty

/// The payer's way to approve.
package enum PayerAuthorization: String, Sendable, Hashable, CaseIterable {
    /// With a WebAuthn assertion over the page's content.
    case passkey
    /// With the press of a button.
    case button
}

/// The result of an approval.
package enum PayerDecision: Sendable, Hashable {
    /// - Parameter assertion: nil if a button or control approved.
    case approved(PayerAssertion?)
    case declined
    /// The payer left by the page's cancel button.
    case canceled
    /// The relying party refused the ceremony.
    case refused(VerdictCode)

    /// The name in responses.
    var outcome: PayerOutcome {
        switch self {
        case .approved: .approved
        case .declined: .declined
        case .canceled: .canceled
        case .refused: .refused
        }
    }

    /// Why the ceremony was refused.
    package var verdict: VerdictCode? { if case .refused(let code) = self { code } else { nil } }
}

/// The name of a decision.
package enum PayerOutcome: String, Sendable, CaseIterable {
    case approved, declined, canceled, refused
}

/// A verified assertion, for providers that report it to others.
package struct PayerAssertion: Sendable, Hashable {
    package let rpID: String
    package let credentialID: [UInt8]
    package let signature: [UInt8]
}

/// Why the payer cannot decide.
package enum PayerRefusal: Error, Sendable, Hashable {
    /// No payment has this page.
    case unknown
    /// The page does not have this decision.
    case malformed
    /// The payment is already decided.
    case decided
    /// The time for the decision is over.
    case over

    /// The status of the HTTP response.
    var status: Int {
        switch self {
        case .unknown: 404
        case .malformed: 400
        case .decided: 409
        case .over: 410
        }
    }

    /// The provider's error carries it.
    var code: String {
        switch self {
        case .unknown: "not_found"
        case .malformed: "invalid"
        case .decided: "invalid_status"
        case .over: "expired"
        }
    }
}

/// The payer's destination after a decision.
package struct PayerReturn: Sendable, Hashable {
    /// nil for a notice that the payer can go back.
    package let location: String?
    /// True if a page with the result comes first.
    package let showsResult: Bool
    /// The payment's status in the provider's terms; nil if the payer does not see it.
    package let status: String?

    package init(location: String?, showsResult: Bool = false, status: String? = nil) {
        self.location = location
        self.showsResult = showsResult
        self.status = status
    }
}
