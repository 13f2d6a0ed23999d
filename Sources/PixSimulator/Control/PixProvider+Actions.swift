import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

extension PixProvider {
    var actions: [ControlVerb] { Action.allCases.map(\.verb) }

    /// The key for a decision's ID token: enrollments from a trigger have not requested it.
    func prepareToPerform(_ engine: Engine) async throws { _ = try await bankKeys.key(engine) }

    /// Control's actions on one object, on behalf of the account holder or the bank.
    private enum Action: String, CaseIterable {
        case approve
        case decline
        case revoke
        case expire

        var verb: ControlVerb {
            switch self {
            case .approve:
                ControlVerb(
                    rawValue,
                    "Approve an enrollment as the account holder and print the callback URL, or end a payment's wait.",
                    objects: Self.decided)
            case .decline:
                ControlVerb(
                    rawValue, "Decline an enrollment as the account holder, or a payment as the bank.",
                    [
                        .init(
                            "reason", "Decline a payment with this failure code. Default: rejected_by_user.",
                            kind: "code", values: PixScenario.ofPayments.map(\.reason),
                            objects: [PaymentIntentRecord.kind]),
                        .init(
                            "error", "Decline an enrollment with this OAuth error. Default: access_denied.",
                            kind: "code", objects: [EnrollmentRecord.kind]),
                    ], objects: Self.decided)
            case .revoke:
                ControlVerb(
                    rawValue, "Revoke an enrollment as the account holder at the bank.",
                    objects: [EnrollmentRecord.kind])
            case .expire:
                ControlVerb(
                    rawValue, "End the account holder's time to decide now.", objects: [EnrollmentRecord.kind])
            }
        }

        private static let decided = [EnrollmentRecord.kind, PaymentIntentRecord.kind]
    }

    /// - Parameter parameters: `error` and `reason` of `decline`.
    /// - Returns: the object as the API shows it. After a decision about an enrollment it has an extra member
    ///   `callback`: the bank's redirect, with the parameters for complete-redirection.
    func perform(
        _ action: String, on object: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        guard let action = Action(rawValue: action) else {
            throw SandboxError.unknownAction(action)
        }
        if var record = try EnrollmentRecord.find(object, transaction) {
            try check(parameters, for: action, taking: action == .decline ? "error" : nil)
            let callback = try perform(action, on: &record, parameters, publicURL: publicURL, transaction)
            var shown = shown(record, of: transaction.tenant, publicURL: publicURL).json.objectValue ?? [:]
            shown["callback"] = callback.map(JSON.string)
            return .object(shown)
        }
        if var record = try PaymentIntentRecord.find(object, transaction) {
            try check(parameters, for: action, taking: action == .decline ? "reason" : nil)
            try perform(action, on: &record, parameters, transaction)
            return try record.shown(transaction).json
        }
        throw SandboxError.notFound("There is no enrollment or payment intent of this id.")
    }

    /// A parameter that would be ignored is a typo, or is for other objects.
    private func check(
        _ parameters: JSONObject, for action: Action, taking name: String?
    ) throws(SandboxError) {
        guard let other = parameters.names.first(where: { $0 != name }) else { return }
        throw .invalid(
            other, "To \(action.rawValue) this object takes \(name.map { "\($0) alone" } ?? "no parameter").")
    }

    /// - Returns: the bank's redirect after a decision.
    private func perform(
        _ action: Action, on record: inout EnrollmentRecord, _ parameters: JSONObject, publicURL: String,
        _ transaction: Transaction
    ) throws -> String? {
        switch action {
        case .approve: return try callback(decide(on: &record, error: nil, publicURL: publicURL, transaction))
        case .decline:
            let error = try parameters.text("error") ?? "access_denied"
            guard OAuthError.isValid(error) else {
                throw SandboxError.invalid("error", "Expected an OAuth error code, such as server_error.")
            }
            return try callback(decide(on: &record, error: error, publicURL: publicURL, transaction))
        case .revoke:
            try enrollments.require(.revoked, to: &record, transaction)
            return nil
        case .expire:
            try enrollments.require(.decisionExpired, to: &record, transaction)
            return nil
        }
    }

    /// Control's operations are transactions, so this one token is signed inside a transaction.
    private func callback(_ redirect: BankRedirect) throws -> String {
        guard let key = bankKeys.ready else {
            throw SandboxError(
                status: 503, code: "service_unavailable", message: "The bank's key is not there yet; try again.")
        }
        return try redirect.location(signedBy: key)
    }

    private func perform(
        _ action: Action, on record: inout PaymentIntentRecord, _ parameters: JSONObject, _ transaction: Transaction
    ) throws {
        switch action {
        case .approve:
            guard let verdict = record.verdict else {
                throw SandboxError.invalidStatus(
                    "The payment intent is \(record.state.rawValue); the bank has no assertion to judge.")
            }
            try payments.require(verdict.event, to: &record, message: verdict.message, transaction)
        case .decline:
            let reason = try parameters.text("reason") ?? StatusReasonCode.rejectedByUser.rawValue
            guard let event = PixScenario.paymentEvent(failureCode: reason) else {
                throw unknownReason(PixScenario.ofPayments)
            }
            guard paymentIntentMachine.outcome(of: event, in: record.state) != nil else {
                throw impossible(reason, in: record.state)
            }
            try payments.require(event, to: &record, transaction)
        case .revoke: throw SandboxError.invalidStatus("A payment cannot be revoked; decline it while it is pending.")
        case .expire:
            throw SandboxError.invalidStatus("A payment has no time to decide; decline it while it is pending.")
        }
    }

    /// The refusal of a reason that the table does not allow in the state, with the allowed ones.
    private func impossible(_ reason: String, in state: PaymentIntentState) -> SandboxError {
        let possible = PixScenario.ofPayments.map(\.reason).filter { reason in
            PixScenario.paymentEvent(failureCode: reason)
                .map { paymentIntentMachine.outcome(of: $0, in: state) != nil } ?? false
        }
        return .invalidStatus(
            "\(reason) is not possible: the payment intent is \(state.rawValue)"
                + (possible.isEmpty ? "." : ", in which it fails with \(possible.joined(separator: ", ")) alone."))
    }

    /// The refusal of a reason without a scenario.
    func unknownReason(_ scenarios: [PixScenario]) -> SandboxError {
        .invalid("reason", "Expected one of \(scenarios.map(\.reason).joined(separator: ", ")).")
    }
}

extension PixScenario {
    /// The name without the object's prefix; usually a reason code.
    var reason: String { String(name.split(separator: ".").last ?? "") }

    /// The event that fails a payment with this code; nil for an unknown code.
    static func paymentEvent(failureCode: String) -> PaymentIntentEvent? {
        let steps = ofPayments.first { $0.reason == failureCode }?.payment.values
        guard case .event(let event, _) = steps?.first else { return nil }
        return event
    }
}
