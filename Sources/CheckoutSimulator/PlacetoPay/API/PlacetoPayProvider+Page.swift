import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

extension PlacetoPayProvider {
    /// The page on which the payer pays or leaves.
    static let page = PayerPage(path: "spa/session/{object}/{handle}", title: "Checkout", canCancel: true)

    func refusal(of approval: PayerApproval, _ transaction: ReadTransaction) throws -> PayerRefusal? {
        guard let session = try PlacetoPaySession.find(approval.object, transaction) else { return .unknown }
        switch session.state {
        case .open, .partlyPaid: return nil
        case .rejected where session.reason == .expired: return .over
        case .partialExpired where session.statusDate >= session.expiration: return .over
        case .processing, .processingRest, .approved, .rejected, .partialExpired: return .decided
        }
    }

    /// A decision is an attempt for the amount on the page, or ends the session. A rejected attempt leaves the page
    /// open, unless it was the last one.
    func decide(
        _ decision: PayerDecision, on approval: PayerApproval, publicURL: String, _ transaction: Transaction
    ) throws -> PayerReturn {
        var session = try PlacetoPaySession.existing(approval.object, transaction)
        switch decision {
        case .canceled: try process.require(.abandoned, to: &session, transaction)
        case .approved: try attempt(approval, in: &session, isApproved: true, transaction)
        case .declined, .refused: try attempt(approval, in: &session, isApproved: false, transaction)
        }
        try askForTheRest(of: session, on: approval, transaction)
        return leading(session, after: decision)
    }

    private func attempt(
        _ approval: PayerApproval, in session: inout PlacetoPaySession, isApproved: Bool, _ transaction: Transaction
    ) throws {
        let asked = ExactDecimal(approval.amount) ?? session.remaining
        var attempt = PlacetoPaySession.Attempt(
            amount: min(asked, session.remaining), token: session.token ?? Self.usualToken, isLast: false)
        session.token = nil
        session.attempt = attempt
        let scenario = try process.scenario(of: session, transaction)
        attempt.refusal = isApproved ? scenario.refusal : .declined
        attempt.isLast =
            scenario.endsAttempts || session.rejectedAttempts + 1 >= PlacetoPayLimit.failedAttempts
        session.attempt = attempt
        try process.submit(&session, isApproved: isApproved, transaction)
    }

    /// From now on, the page requests the remaining amount.
    private func askForTheRest(
        of session: PlacetoPaySession, on approval: PayerApproval, _ transaction: Transaction
    ) throws {
        guard session.state == .open || session.state == .partlyPaid,
            var asking = try PayerApproval.find(approval.id, transaction)
        else { return }
        asking.amount = "\(session.nextAmount(try session.currentScenario(transaction)))"
        try asking.save(transaction)
    }

    private func leading(_ session: PlacetoPaySession, after decision: PayerDecision) -> PayerReturn {
        let returnURL = session.request.returnURL
        // After an approval, the bank may still refuse it, approve a part, or take its time.
        let status = session.state.word.rawValue
        if decision == .canceled {
            return PayerReturn(location: session.request.cancelURL ?? returnURL, status: status)
        }
        let isRejectedAttempt = session.transactions.last?.status.status == .rejected
        switch session.state {
        case .open: return PayerReturn(location: nil, status: status)
        case .partlyPaid where isRejectedAttempt: return PayerReturn(location: nil, status: status)
        case .partlyPaid, .processing, .processingRest, .approved, .rejected, .partialExpired:
            return PayerReturn(
                location: returnURL, showsResult: session.request.skipResult != true, status: status)
        }
    }
}
