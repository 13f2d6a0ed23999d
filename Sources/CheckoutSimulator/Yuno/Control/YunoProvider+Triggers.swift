import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

extension YunoProvider {
    package var triggers: [ControlVerb] { YunoTrigger.allCases.map(\.verb) }

    /// The default account of triggered payments.
    static let accountID = "10000000-0000-4000-8000-000000000001"

    package func trigger(
        _ event: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        guard let trigger = YunoTrigger(rawValue: event) else {
            throw SandboxError.unknownEvent(event)
        }
        let method = try Self.method(of: trigger, parameters)
        let amount = try Self.amount(of: trigger, parameters)
        if let problem = YunoMethodRules.problem(method, amount, token: YunoTestValues.usualToken) { throw problem }
        let name = try trigger.scenario(reason: parameters.text("reason"))
        var session = try makeSession(
            Self.session(parameters, amount, capture: ![.authorized, .captured].contains(trigger.end)),
            scenario: name, transaction)
        var record = try makePayment(
            method, token: method == .card ? YunoTestValues.usualToken : nil,
            scenario: YunoScenario.Choice(name: name, source: .control), in: &session, transaction)
        try play(&record, to: trigger.end, transaction)
        return record.payment.json
    }

    // MARK: Parameters

    private static func method(
        of trigger: YunoTrigger, _ parameters: JSONObject
    ) throws(SandboxError) -> YunoPaymentMethodType {
        let methods = trigger.methods
        guard let text = try parameters.text("method") else { return methods.first ?? .pix }
        guard let method = methods.first(where: { $0.rawValue == text.uppercased() }) else {
            throw .invalid("method", "Expected one of \(methods.map(\.rawValue).joined(separator: ", ")).")
        }
        return method
    }

    private static func amount(
        of trigger: YunoTrigger, _ parameters: JSONObject
    ) throws(SandboxError) -> YunoAmount {
        let isVerification = trigger.end == .verified
        let text = try parameters.text("amount") ?? (isVerification ? "0" : "10.00")
        guard let value = ExactDecimal(text), YunoAmount.isValid(value), (value == .zero) == isVerification else {
            throw .invalid(
                "amount",
                "Found \(text.quoted), expected "
                    + (isVerification ? "0." : "a number above 0 with at most four decimals, such as 10.00."))
        }
        let code = try parameters.text("currency") ?? "BRL"
        guard let currency = Currency(code) else {
            throw .invalid("currency", "Found \(code.quoted), expected \(Currency.expectation).")
        }
        return YunoAmount(currency: currency, value: value)
    }

    private static func session(
        _ parameters: JSONObject, _ amount: YunoAmount, capture: Bool
    ) throws -> CreateYunoSessionRequest {
        let request = CreateYunoSessionRequest(
            accountID: try parameters.text("account_id") ?? accountID,
            merchantOrderID: try parameters.text("merchant_order_id") ?? "order-trigger",
            paymentDescription: "trigger", country: "BR", amount: amount, capture: capture)
        do throws(InvalidMembers) {
            return try CreateYunoSessionRequest(validating: JSONReader(request.json))
        } catch {
            throw error.errors.first.map(SandboxError.init) ?? SandboxError.invalid("event", "\(error)")
        }
    }

    // MARK: Playing

    /// Plays all parties without delay.
    private func play(
        _ record: inout YunoPaymentRecord, to end: YunoTrigger, _ transaction: Transaction
    ) throws {
        if end == .pending { return }
        if end == .canceled { return try process.require(.canceled, to: &record, transaction) }
        if end == .expired, let clock = YunoPaymentMachine.clock(in: record.state) {
            return try process.require(clock, to: &record, transaction)
        }
        if record.nextStep != nil {
            try process.takeStep(&record, transaction)
        } else if YunoPaymentState.ofThePerson.contains(record.state) {
            try process.require(.personApproved, to: &record, transaction)
            try process.answer(&record, transaction)
        }
        if end == .captured { try process.require(.captured, to: &record, transaction) }
        if end == .refunded { try process.require(.refunded, to: &record, transaction) }
    }
}
