import Sandbox
import SandboxKit
import ToqueEncoding

extension EcommpayProvider {
    var actions: [ControlVerb] {
        let objects = [EcommpayPayment.kind]
        return Self.payerActions(on: objects) + [
            ControlVerb("expire", "End the time of the payment's state now.", objects: objects),
            ControlVerb(
                "capture", "Capture a hold as the merchant.",
                [.init("amount", "Capture this amount in minor units. Default: the whole hold.", kind: "amount")],
                objects: objects),
        ]
    }

    func perform(
        _ action: String, on object: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        var payment = try EcommpayPayment.existing(object, transaction)
        switch action {
        case "expire": try expire(&payment, transaction)
        case "capture": try capture(&payment, parameters, transaction)
        default:
            guard try performPayerAction(action, on: object, publicURL: publicURL, transaction) else {
                throw SandboxError.unknownAction(action)
            }
            payment = try EcommpayPayment.existing(object, transaction)
        }
        return payment.history(project: transaction.tenant).json
    }

    private func expire(_ payment: inout EcommpayPayment, _ transaction: Transaction) throws {
        let clock = ecommpayPaymentClocks.rows.first { $0.states.contains(payment.state) }
        guard let clock else {
            throw SandboxError.invalidStatus("No clock runs: the payment is \(payment.state.rawValue).")
        }
        try process.require(clock.event, to: &payment, transaction)
    }

    private func capture(
        _ payment: inout EcommpayPayment, _ parameters: JSONObject, _ transaction: Transaction
    ) throws {
        let held = payment.options.paymentAmount
        let text = try parameters.text("amount")
        guard let amount = text.map({ Int($0) }) ?? held, amount > 0, amount <= held else {
            throw SandboxError.invalid("amount", "Expected an integer from 1 to \(held).")
        }
        try process.begin(.capture, of: &payment, amount: amount, transaction)
        try process.require(.captured, to: &payment, transaction)
    }
}
