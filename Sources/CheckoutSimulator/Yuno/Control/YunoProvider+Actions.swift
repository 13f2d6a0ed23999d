import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

extension YunoProvider {
    package var actions: [ControlVerb] {
        let objects = [YunoPaymentRecord.kind]
        return Self.payerActions(on: objects) + [
            ControlVerb(Action.expire.rawValue, "End the time of the payment's state now.", objects: objects),
            ControlVerb(Action.cancel.rawValue, "Cancel as the merchant, at Yuno's dashboard.", objects: objects),
        ]
    }

    private enum Action: String {
        case approve, decline, expire, cancel
    }

    package func perform(
        _ action: String, on object: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        guard let action = Action(rawValue: action) else {
            throw SandboxError.unknownAction(action)
        }
        guard var record = try YunoPaymentRecord.find(object, transaction) else {
            throw SandboxError.notFound("There is no payment of this id.")
        }
        switch (action, record.state) {
        case (.approve, .sheetShown): try confirm(&record, transaction)
        // A person who closes a wallet's sheet sends nothing.
        case (.decline, .sheetShown): try logClosing(of: record, transaction)
        // The result of the person's approval arrives now.
        case (.approve, _) where YunoPaymentState.automatic.contains(record.state):
            guard record.nextStep != nil else {
                throw SandboxError.invalidStatus("The payment's scenario has no result come.")
            }
            try process.takeStep(&record, transaction)
        case (.approve, _), (.decline, _):
            _ = try performPayerAction(action.rawValue, on: object, publicURL: publicURL, transaction)
        case (.expire, _):
            guard let event = YunoPaymentMachine.clock(in: record.state) else {
                throw SandboxError.invalidStatus("The payment is \(record.payment.status); no clock runs.")
            }
            try process.require(event, to: &record, transaction)
        case (.cancel, _): try process.require(.canceled, to: &record, transaction)
        }
        return try YunoPaymentRecord.existing(object, transaction).payment.json
    }
}
