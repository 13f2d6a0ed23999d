import CeremonyDocuments
import PixAPI
import RelyingParty
import SandboxKit
import ToqueEncoding

/// An enrollment as stored by the bank and the provider: the public part and the private one.
struct EnrollmentRecord: ScenarioModel {
    static let kind = "enrollment"
    var id: String { enrollment.id }

    var enrollment: Enrollment
    var state: EnrollmentState
    var scenario: PixScenario.Choice
    /// The bank's next event, when its timer is due.
    var nextStep: PlannedEvent<EnrollmentEvent>?
    var refusedRequests = 0
    /// The secret in the approval page's URL.
    var handle: String
    var customerIdentifier: String
    /// nil in records of earlier versions.
    var customerName: String?
    /// As received; never shown.
    var riskSignals: JSONObject
    var deviceID: String
    var accountTenure: String
    /// The user entity's id in the registration options.
    var userID: String
    /// Of the registration options, once created.
    var challenge: [UInt8]?
    /// The device's, once the bank accepted it.
    var credential: StoredCredential?
    /// The bank's sentence about a refused credential.
    var refusal: String?

    init(
        enrollment: Enrollment, scenario: PixScenario.Choice, handle: String, customerIdentifier: String,
        customerName: String? = nil, riskSignals: JSONObject, deviceID: String, accountTenure: String, userID: String
    ) {
        self.enrollment = enrollment
        self.scenario = scenario
        state = .awaitingDecision
        self.handle = handle
        self.customerIdentifier = customerIdentifier
        self.customerName = customerName
        self.riskSignals = riskSignals
        self.deviceID = deviceID
        self.accountTenure = accountTenure
        self.userID = userID
    }

    /// The account's name in an authenticator: the person's name, or else the masked identifier.
    var accountName: String { customerName ?? customerIdentifier.maskedIdentifier }

    var shownStatus: ShownStatus {
        ShownStatus(
            enrollment.status.rawValue, reason: enrollment.statusReasonCode?.rawValue,
            message: enrollment.statusReasonMessage)
    }
}

extension EnrollmentRecord: JSONStructure {
    static let blank = EnrollmentRecord(
        enrollment: .blank, scenario: .blank, handle: "", customerIdentifier: "", riskSignals: [:], deviceID: "",
        accountTenure: "", userID: "")

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("enrollment", &enrollment)
        coder.required("state", &state)
        coder.required("scenario", &scenario)
        coder.required("handle", &handle)
        coder.required("customer_identifier", &customerIdentifier)
        coder.optional("customer_name", &customerName)
        coder.required("risk_signals", &riskSignals)
        coder.required("device_id", &deviceID)
        coder.required("account_tenure", &accountTenure)
        coder.required("user_id", &userID)
        coder.optional("bank_step", &nextStep)
        coder.unlessZero("refused_requests", &refusedRequests)
        coder.optional("challenge", bytes: &challenge)
        coder.optional("credential", &credential)
        coder.optional("refusal", &refusal)
    }
}
