import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// A payment, from the moment an app opens its session. Its ID is the merchant's.
struct EcommpayPayment: ScenarioModel {
    static let kind = "payment"

    var id: String { options.paymentID }
    /// Without the signature.
    var options: EcommpayPaymentOptions
    /// The signed text: a client that sends it again resumes the session.
    var signedText: String
    /// The secret of the app's session.
    var session: String
    var state = EcommpayPaymentState.opened
    var scenario: EcommpayScenario.Choice
    var nextStep: PlannedEvent<EcommpayPaymentEvent>?
    var refusedRequests = 0
    var createdAt: Timestamp
    var updatedAt: Timestamp
    var method: String?
    /// The instrument's test token.
    var token: String?
    var savesToken = false
    /// The fields that the person filled in or was asked to complete.
    var fields: JSONObject = [:]
    var isClarified = false
    /// 0 to 2.
    var attempts = 0
    /// The Payment Page's final destinations; nil if its opening address has none.
    var returnURLs: EcommpayReturnURLs?
    /// In minor units: the amount that the merchant received, and the part of it that was returned.
    var charged = 0
    var refunded = 0
    /// Oldest first.
    var operations: [EcommpayOperation] = []

    init(
        _ options: EcommpayPaymentOptions, signedText: String, session: String, scenario: EcommpayScenario.Choice,
        at time: Timestamp
    ) {
        self.options = options
        self.options.signature = nil
        self.signedText = signedText
        self.session = session
        self.scenario = scenario
        createdAt = time
        updatedAt = time
    }

    /// Statuses for the event log. The API's contain spaces.
    var shownStatus: ShownStatus {
        let code = state == .decline ? operations.last?.code : nil
        return ShownStatus(
            state.rawValue, reason: code.map { String($0.rawValue) },
            message: code == nil ? nil : operations.last?.message)
    }

    /// The amount that the merchant has or will receive.
    var amount: Int { state == .success || state.isRefunded ? charged : options.paymentAmount }

    /// The amount that can still be refunded.
    var refundable: Int { charged - refunded }

    /// True if the platform gave up on a provider in the last operation.
    var hadSilentProvider: Bool {
        operations.last.map { $0.date - $0.createdDate >= EcommpaySimulator.Durations().resultTimeout } ?? false
    }

    var isCard: Bool { method == EcommpayPaymentOptions.cardMethod }
}

extension EcommpayPayment: JSONStructure {
    static let blank = EcommpayPayment(
        .blank, signedText: "", session: "", scenario: .blank, at: .epoch)

    mutating func members(_ coder: inout JSONCoder) {
        var id = id
        coder.required("id", &id)
        coder.required("options", &options)
        coder.required("signed_text", &signedText)
        coder.required("session", &session)
        coder.required("state", &state)
        coder.required("scenario", &scenario)
        coder.optional("provider_step", &nextStep)
        coder.unlessZero("refused_requests", &refusedRequests)
        coder.required("created_at", &createdAt)
        coder.required("updated_at", &updatedAt)
        coder.optional("method", &method)
        coder.optional("token", &token)
        coder.optional("saves_token", &savesToken)
        coder.optional("fields", &fields)
        coder.optional("is_clarified", &isClarified)
        coder.unlessZero("attempts", &attempts, upTo: 2)
        coder.unlessZero("charged", &charged, upTo: EcommpayPaymentOptions.amounts.upperBound)
        coder.unlessZero("refunded", &refunded, upTo: charged)
        coder.optional("return_urls", &returnURLs)
        coder.optional("operations", &operations)
    }
}
