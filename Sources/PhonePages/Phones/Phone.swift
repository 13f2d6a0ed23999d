import PixAPI
import ToqueEncoding

/// A phone: what it is, and how far it has come. Its credentials are in a store of its own.
struct Phone: Sendable, Hashable {
    enum Stage: String, JSONChoice {
        /// The person gives permission, and chooses the risk signals.
        case signals
        /// The person chooses a bank.
        case bank
        /// The person decides at the bank.
        case approval
        /// The bank prepares the registration's options.
        case options
        /// The person creates the credential.
        case registration
        /// The bank judges the registration.
        case verdict
        /// The phone can pay.
        case ready
        /// The person signs a payment.
        case signature
        /// The bank settles a payment.
        case settlement
        /// A payment has its result.
        case paid
        /// The enrollment failed or was canceled.
        case ended
        /// The sandbox no longer has the enrollment.
        case forgotten
    }

    /// Longer names are refused by the API.
    static let nameLimit = 140

    var id: String
    var name: String
    /// nil for the browser's own authenticator.
    var profile: String?
    /// Id of the API key with which it calls the API.
    var tenant: String
    /// 16 bytes in hexadecimal, from which its deviceId follows.
    var machineID: String
    var preset = PhonePreset.phone
    var isLocationAllowed = true
    /// Facts of the browser that JavaScript read, by the names of risk signals.
    var facts: [String] = []
    var stage = Stage.signals
    /// Of the enrollment or the payment under way, as its flow keeps it.
    var journal: String?
    var enrollment: String?
    var customer: String?
    var accountTenure: String?
    var institution: String?
    /// The bank's page.
    var redirectURL: String?
    /// Options for the browser's own authenticator.
    var options: String?
    var payment: String?
    var amount: String?
    var recipient: String?
    /// `SUCCEEDED`, or the reason of a failure.
    var outcome: String?
    var outcomeMessage: String?
    /// Proof of a payment.
    var endToEndID: String?

    init(id: String, name: String, profile: String?, tenant: String, machineID: String) {
        (self.id, self.name, self.profile, self.tenant, self.machineID) = (id, name, profile, tenant, machineID)
    }

    /// Forgets the enrollment, and everything after it. The credentials stay in their store, as on a real phone.
    mutating func startAgain() {
        self = Phone(id: id, name: name, profile: profile, tenant: tenant, machineID: machineID)
    }

    /// Forgets the payment.
    mutating func finishPayment() {
        stage = .ready
        (journal, options, payment, amount, recipient) = (nil, nil, nil, nil, nil)
        (outcome, outcomeMessage, endToEndID) = (nil, nil, nil)
    }
}

extension Phone: JSONStructure {
    static let blank = Phone(id: "", name: "", profile: nil, tenant: "", machineID: "")

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("id", &id)
        coder.required("name", &name)
        coder.optional("profile", &profile)
        coder.required("tenant", &tenant)
        coder.required("machine_id", &machineID)
        coder.required("preset", &preset)
        coder.required("location_allowed", &isLocationAllowed)
        coder.required("facts", &facts)
        coder.required("stage", &stage)
        coder.optional("journal", &journal)
        coder.optional("enrollment", &enrollment)
        coder.optional("customer", &customer)
        coder.optional("account_tenure", &accountTenure)
        coder.optional("institution", &institution)
        coder.optional("redirect_url", &redirectURL)
        coder.optional("options", &options)
        coder.optional("payment", &payment)
        coder.optional("amount", &amount)
        coder.optional("recipient", &recipient)
        coder.optional("outcome", &outcome)
        coder.optional("outcome_message", &outcomeMessage)
        coder.optional("end_to_end_id", &endToEndID)
    }
}
