import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

extension PlacetoPayProvider {
    static let sessionsPath = "api/session"
    static let sessionPath = "\(sessionsPath)/{requestId}"
    static let cancelPath = "\(sessionPath)/cancel"

    var sessionRoutes: [Route] {
        [
            Route("POST", Self.sessionsPath, access: .provider(authenticate)) { try await createSession($0) },
            Route("POST", Self.sessionPath, access: .provider(authenticate)) { try await showSession($0) },
            Route("POST", Self.cancelPath, access: .provider(authenticate)) { try await cancelSession($0) },
        ]
    }

    // MARK: Creation

    private func createSession(_ request: SandboxRequest) async throws -> SandboxResponse {
        let body: PlacetoPaySessionRequest = try request.body()
        try checkReturn(body)
        let made: (answer: PlacetoPaySessionResponse, faults: [Fault])? = try await request.write { transaction in
            let expiration = try expiration(of: body, at: transaction.now)
            let others = [
                (
                    name: PlacetoPayMagic.values.scenario(ofDecimal: body.payment.amount.total),
                    source: CheckoutScenarioSource.amount
                )
            ]
            guard let choice = try scenarioRules.admit(.session, header: request.scenario, others: others, transaction)
            else { return nil }
            let (session, approval) = try makeSession(
                PlacetoPayShownRequest(body), expiration: expiration, choice, transaction)
            let status = PlacetoPayStatus(
                .ok, reason: .created, message: session.texts.created, at: transaction.now)
            let answer = PlacetoPaySessionResponse(
                status: status, requestID: session.requestID,
                processURL: approval.url(Self.page, publicURL: request.publicURL))
            return (answer, choice.scenario.faults(striking: .creation))
        }
        guard let made else { throw SandboxError.unavailable }
        return .json(made.answer.json).assuming(PlacetoPayFidelity.ofSessions).struck(by: made.faults)
    }

    /// Stores a new session with the payer's approval.
    func makeSession(
        _ request: PlacetoPayShownRequest, expiration: Timestamp, _ choice: PlacetoPayScenario.Choice,
        _ transaction: Transaction
    ) throws -> (session: PlacetoPaySession, approval: PayerApproval) {
        let id = "\(try transaction.nextNumber("placetopay.request_id"))"
        var session = PlacetoPaySession(
            id: id, request: request, approval: "", statusDate: transaction.now, expiration: expiration,
            scenario: choice)
        session.request.expiration = expiration
        // An invalid locale is replaced by the site's.
        session.request.locale = request.locale.flatMap { PlacetoPayLocale.isLocale($0) ? $0 : nil } ?? "es_CO"
        let approval = try PayerApproval.open(
            for: id, amount: "\(session.nextAmount(choice.scenario))", currency: session.currency.code,
            reference: request.payment.reference, expiresAt: expiration, transaction)
        session.approval = approval.id
        try process.begin(&session, transaction)
        return (session, approval)
    }

    private func expiration(of body: PlacetoPaySessionRequest, at now: Timestamp) throws(SandboxError) -> Timestamp {
        guard let expiration = body.expiration else { return now + configuration.durations.session }
        let earliest = now + configuration.durations.shortestSession
        guard expiration >= earliest else {
            throw .invalid(
                "expiration",
                "Found \(PlacetoPayDate.text(expiration)), expected \(PlacetoPayDate.text(earliest)) or later.")
        }
        return expiration
    }

    private func checkReturn(_ body: PlacetoPaySessionRequest) throws(SandboxError) {
        for (name, url) in [("returnUrl", body.returnURL), ("cancelUrl", body.cancelURL)] {
            if let url, let expectation = ReturnURL.problem(of: url) {
                throw .invalid(name, "Found \(url.quoted), expected \(expectation).")
            }
        }
    }

    // MARK: Showing

    private func showSession(_ request: SandboxRequest) async throws -> SandboxResponse {
        let id = request.parameter("requestId")
        let shown = try await request.read { transaction in
            try information(
                of: PlacetoPaySession.existing(id, transaction), publicURL: request.publicURL, transaction)
        }
        return .json(shown.json).assuming(PlacetoPayFidelity.of(shown))
    }

    func information(
        of session: PlacetoPaySession, publicURL: String, _ transaction: ReadTransaction
    ) throws -> PlacetoPaySessionInformation {
        let approval = try PayerApproval.existing(session.approval, transaction)
        return session.information(processURL: approval.url(Self.page, publicURL: publicURL))
    }

    // MARK: Cancellation

    /// Only possible if nothing is paid and the bank has no attempt.
    private func cancelSession(_ request: SandboxRequest) async throws -> SandboxResponse {
        let id = request.parameter("requestId")
        let done: (answer: PlacetoPayCancellation, faults: [Fault])? = try await request.write { transaction in
            var session = try PlacetoPaySession.existing(id, transaction)
            guard let scenario = try session.admitRequest(transaction) else { return nil }
            try process.require(.canceledByMerchant, to: &session, transaction)
            let status = PlacetoPayStatus(
                .ok, reason: .approved, message: session.texts.canceled, at: transaction.now)
            let shown = try information(of: session, publicURL: request.publicURL, transaction)
            return (PlacetoPayCancellation(status: status, session: shown), scenario.faults(striking: .change))
        }
        guard let done else { throw SandboxError.unavailable }
        return .json(done.answer.json).assuming(PlacetoPayFidelity.of(done.answer.session)).struck(by: done.faults)
    }
}

/// `^\w{2}_[A-Z]{2}$` from the documentation.
enum PlacetoPayLocale {
    static func isLocale(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 5 && bytes[2] == UInt8(ascii: "_") && bytes[..<2].allSatisfy(isWord)
            && bytes[3...].allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
