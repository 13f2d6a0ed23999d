import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// Control's actions and triggers for sources.
extension TakeMeProvider {
    package var actions: [ControlVerb] {
        Self.payerActions(on: [TakeMeSourceRecord.kind]) + [
            ControlVerb(
                Self.expire, "End the payer's time, or the time to charge an authorized source.",
                objects: [TakeMeSourceRecord.kind])
        ]
    }

    private static let expire = "expire"

    package func perform(
        _ action: String, on object: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        var record = try TakeMeSourceRecord.existing(object, transaction)
        if action == Self.expire {
            let event: TakeMeSourceEvent = record.state == .chargeable ? .chargeExpired : .authorizationExpired
            try process.require(event, to: &record, transaction)
        } else if record.state == .authorizing {
            // The payer has decided; this is the wallet's response.
            try process.require(action == "approve" ? .authorized : .declined, to: &record, transaction)
        } else {
            guard try performPayerAction(action, on: object, publicURL: publicURL, transaction) else {
                throw SandboxError.unknownAction(action)
            }
            record = try TakeMeSourceRecord.existing(object, transaction)
        }
        return try shown(record, publicURL, transaction).json
    }

    // MARK: Triggers

    package var triggers: [ControlVerb] {
        TakeMeTrigger.allCases.map { trigger in
            let reason = ControlVerb.Parameter(
                "reason", "Fail for this reason. Default: declined.", kind: "code", values: TakeMeTrigger.reasons)
            return ControlVerb(
                trigger.rawValue, trigger.summary,
                [
                    .init("amount", "Pay this amount in minor units. Default: 10.", kind: "amount"),
                    .init("currency", "Pay in this currency (ISO 4217). Default: JPY.", kind: "currency"),
                    .init(
                        "type", "Pay by this wallet. Default: WeChatPay.", kind: "wallet",
                        values: TakeMeSourceType.allCases.map(\.rawValue)),
                ] + (trigger == .failed ? [reason] : []))
        }
    }

    /// Creates a source whose history ends in the event, through the state machine and without delays.
    package func trigger(
        _ event: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        guard let trigger = TakeMeTrigger(rawValue: event) else {
            throw SandboxError.unknownEvent(event)
        }
        let scenario = try trigger.scenario(reason: parameters.text("reason"))
        var record = try process.make(
            Self.triggered(parameters), scenario: .init(name: scenario.name, source: .control), transaction)
        if trigger != .pending {
            if record.nextStep == nil { try process.decide(PlannedEvent(.authorized), on: &record, transaction) }
            while record.nextStep != nil { try process.takeStep(&record, transaction) }
            if trigger == .consumed { _ = try process.charge(&record, transaction) }
        }
        return try shown(record, publicURL, transaction).json
    }

    /// The request for the parameters, checked like any other.
    private static func triggered(_ parameters: JSONObject) throws -> TakeMeSourceRequest {
        let amount = try parameters.text("amount") ?? "10"
        let json: JSON = [
            "amount": Int(amount).map { .int($0) } ?? .string(amount),
            "currency": .string(try parameters.text("currency") ?? "JPY"),
            "type": .string(try parameters.text("type") ?? TakeMeSourceType.weChatPay.rawValue),
            "description": "trigger",
        ]
        do throws(InvalidMembers) {
            return try TakeMeSourceRequest(validating: JSONReader(json))
        } catch {
            throw error.errors.first.map { SandboxError($0) } ?? .invalid("amount", "The parameters are invalid.")
        }
    }
}

private enum TakeMeTrigger: String, CaseIterable {
    case pending = "source.pending"
    case chargeable = "source.chargeable"
    case consumed = "source.consumed"
    case failed = "source.failed"

    var summary: String {
        switch self {
        case .pending: "A source that waits for its payer."
        case .chargeable: "A source that its payer has authorized."
        case .consumed: "A source that the merchant has charged."
        case .failed: "A source that has failed."
        }
    }

    /// The scenarios in which a source fails.
    private static let failures = TakeMeScenario.ofSources.filter { !$0.reason.hasPrefix("consumed") }
    static let reasons = failures.map(\.reason)

    /// - Parameter reason: nil for the usual one.
    func scenario(reason: String?) throws -> TakeMeScenario {
        guard self == .failed else { return .success }
        let reason = reason ?? "declined"
        guard let scenario = Self.failures.first(where: { $0.reason == reason }) else {
            throw SandboxError.invalid("reason", "Expected one of \(Self.reasons.joined(separator: ", ")).")
        }
        return scenario
    }
}
