import RelyingParty

/// How a payer approves.
package enum PayerAuthorization: String, Sendable, Hashable, CaseIterable {
    /// By a WebAuthn assertion over what the page shows.
    case passkey
    /// By a press of a button.
    case button
}

/// What has come of an approval.
package enum PayerDecision: Sendable, Hashable {
    /// - Parameter assertion: nil where a press or control approved.
    case approved(PayerAssertion?)
    case declined
    /// The payer left by the page's own button.
    case canceled
    /// The relying party refused the ceremony.
    case refused(VerdictCode)

    /// As answers name it.
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

/// A decision's name.
package enum PayerOutcome: String, Sendable, CaseIterable {
    case approved, declined, canceled, refused
}

/// A verified assertion, for providers that tell others about it.
package struct PayerAssertion: Sendable, Hashable {
    package let rpID: String
    package let credentialID: [UInt8]
    package let signature: [UInt8]
}

/// Why the payer has nothing to decide.
package enum PayerRefusal: Error, Sendable, Hashable {
    /// No payment has this page.
    case unknown
    /// The answer is none that the page has.
    case malformed
    /// The payment has its outcome.
    case decided
    /// The time for the decision is over.
    case over

    /// Of the HTTP answer.
    var status: Int {
        switch self {
        case .unknown: 404
        case .malformed: 400
        case .decided: 409
        case .over: 410
        }
    }

    /// The provider's error has it.
    var code: String {
        switch self {
        case .unknown: "not_found"
        case .malformed: "invalid"
        case .decided: "invalid_status"
        case .over: "expired"
        }
    }
}

/// Where the payer is led after a decision.
package struct PayerReturn: Sendable, Hashable {
    /// Nil for a notice that they may go back.
    package let location: String?
    /// Whether a page with the result comes first.
    package let showsResult: Bool
    /// What has become of the payment, in the provider's word; nil where the payer is not told.
    package let status: String?

    package init(location: String?, showsResult: Bool = false, status: String? = nil) {
        self.location = location
        self.showsResult = showsResult
        self.status = status
    }
}
