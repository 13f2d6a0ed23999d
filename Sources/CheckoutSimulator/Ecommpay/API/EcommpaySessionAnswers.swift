import CheckoutContracts
import ToqueEncoding

/// The response for a new or resumed session.
struct EcommpayOpenedSession: JSONStructure {
    static let blank = EcommpayOpenedSession(session: "", state: .blank)

    /// A payment method and its form: `native` or the Payment `page`.
    struct Method: JSONStructure {
        static let blank = Method(code: "", form: .native)

        enum Form: String, JSONChoice { case native, page }

        var code: String
        var form: Form

        mutating func members(_ coder: inout JSONCoder) {
            coder.required("code", &code)
            coder.required("form", &form)
        }
    }

    /// A saved instrument. It has no card digits, because there is no card.
    struct Account: JSONStructure {
        static let blank = Account(token: "")

        var token: String

        mutating func members(_ coder: inout JSONCoder) {
            coder.required("id", &token)
            coder.shown("type", "test", .text)
            coder.shown("number", .string("**** \(token)"), .text)
        }
    }

    var session: String
    var methods: [Method] = []
    var languages = EcommpayPaymentOptions.Language.allCases
    var fields: [EcommpayFormField] = []
    var accounts: [Account] = []
    var state: EcommpaySessionState

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("session", &session)
        coder.required("payment_methods", &methods)
        coder.required("languages", &languages)
        coder.required("fields", &fields)
        coder.required("saved_accounts", &accounts)
        state.members(&coder)
    }
}

/// A field for the person to fill in.
struct EcommpayFormField: JSONStructure {
    static let blank = EcommpayFormField(name: "", isRequired: false)

    var name: String
    var isRequired: Bool

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("name", &name)
        coder.required("required", &isRequired)
    }
}

/// A payment and the person's next step, for its app.
struct EcommpaySessionState: JSONStructure {
    static let blank = EcommpaySessionState(payment: .blank)

    var payment: EcommpaySessionPayment
    var operation: EcommpayCallbackOperation?
    var issuerPage: String?
    var paymentPage: String?
    var clarificationFields: [EcommpayFormField]?
    var canRetry: Bool?

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("payment", &payment, .component(EcommpayComponents.sessionPayment))
        coder.optional("operation", &operation, .component(EcommpayComponents.operation))
        coder.optional("acs_url", &issuerPage, .url)
        coder.optional("redirect_url", &paymentPage, .url)
        coder.optional("clarification_fields", &clarificationFields)
        coder.optional("cascading_with_redirect", &canRetry)
    }
}

/// The payment of a session.
struct EcommpaySessionPayment: JSONStructure {
    static let blank = EcommpaySessionPayment()

    var payment = EcommpayCallbackPayment()
    var token: String?
    var account: JSONObject?
    var recurring: JSONObject?

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("id", &payment.id)
        coder.required("type", &payment.type)
        coder.required("status", &payment.status)
        coder.required("date", &payment.date)
        coder.optional("method", &payment.method)
        coder.required("sum", &payment.sum)
        coder.required("description", &payment.description)
        coder.optional("token", &token)
        coder.optional("account", &account)
        coder.optional("recurring", &recurring)
    }
}
