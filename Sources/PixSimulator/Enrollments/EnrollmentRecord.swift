import CeremonyDocuments
import PixAPI
import RelyingParty
import SandboxKit
import ToqueEncoding

/// An enrollment as the bank and the provider keep it: the part that is shown, and what is nobody else's business.
struct EnrollmentRecord: ScenarioModel {
    static let kind = "enrollment"
    var id: String { enrollment.id }

    var enrollment: Enrollment
    var state: EnrollmentState
    var scenario: PixScenario.Choice
    /// What the bank does when its timer is due.
    var nextStep: PlannedEvent<EnrollmentEvent>?
    var refusedRequests = 0
    /// Part of the approval page's URL.
    var handle: String
    var customerIdentifier: String
    /// As received; never shown.
    var riskSignals: JSONObject
    var deviceID: String
    var accountTenure: String
    /// The user entity's id in the registration options.
    var userID: String
    /// Of the registration options, once they are made.
    var challenge: [UInt8]?
    /// The device's, once the bank accepted it.
    var credential: StoredCredential?
    /// The bank's sentence about a credential that it refuses.
    var refusal: String?

    init(_ reader: JSONReader) throws(JSONMemberError) {
        enrollment = try Enrollment(reader.member("enrollment"))
        let state = try reader.member("state")
        guard let value = EnrollmentState(rawValue: try state.string()) else {
            throw state.mismatch(expected: "an enrollment's state")
        }
        self.state = value
        scenario = try PixScenario.Choice(reader.member("scenario"))
        nextStep = try reader.optional("bank_step").map(PlannedEvent.init)
        refusedRequests = try reader.optional("refused_requests")?.int() ?? 0
        handle = try reader.member("handle").string()
        customerIdentifier = try reader.member("customer_identifier").string()
        riskSignals = try reader.member("risk_signals").object()
        deviceID = try reader.member("device_id").string()
        accountTenure = try reader.member("account_tenure").string()
        userID = try reader.member("user_id").string()
        challenge = try reader.optional("challenge")?.base64URL()
        credential = try reader.optional("credential").map(StoredCredential.init)
        refusal = try reader.optional("refusal")?.string()
    }

    init(
        enrollment: Enrollment, scenario: PixScenario.Choice, handle: String, customerIdentifier: String,
        riskSignals: JSONObject, deviceID: String, accountTenure: String, userID: String
    ) {
        self.enrollment = enrollment
        self.scenario = scenario
        state = .awaitingDecision
        self.handle = handle
        self.customerIdentifier = customerIdentifier
        self.riskSignals = riskSignals
        self.deviceID = deviceID
        self.accountTenure = accountTenure
        self.userID = userID
    }

    var json: JSON {
        var object: JSONObject = [
            "enrollment": enrollment.json, "state": .string(state.rawValue), "scenario": scenario.json,
            "handle": .string(handle),
            "customer_identifier": .string(customerIdentifier), "risk_signals": .object(riskSignals),
            "device_id": .string(deviceID), "account_tenure": .string(accountTenure), "user_id": .string(userID),
        ]
        object["bank_step"] = nextStep?.json
        object["refused_requests"] = refusedRequests == 0 ? nil : .int(refusedRequests)
        object["challenge"] = challenge.map { .base64URL($0) }
        object["credential"] = credential?.json
        object["refusal"] = refusal.map(JSON.string)
        return .object(object)
    }

    var shownStatus: ShownStatus {
        ShownStatus(
            enrollment.status.rawValue, reason: enrollment.statusReasonCode?.rawValue,
            message: enrollment.statusReasonMessage)
    }
}
