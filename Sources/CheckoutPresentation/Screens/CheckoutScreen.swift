import ToqueEncoding

/// A screen of a payment SDK, shown by a `CheckoutPresenter`. It replaces a phone's view controllers.
public enum CheckoutScreen: Sendable, Hashable {
    /// A choice of payment methods, with the order.
    case methods(MethodChoice)
    case form(CheckoutForm)
    /// The order, to confirm or not.
    case confirmation(PaymentSummary)
    /// A code to pay with another app.
    case qr(CheckoutQRCode)
    /// A page of the provider, a bank or a wallet.
    case page(CheckoutPage)
    /// A card issuer's page, which authenticates the person.
    case challenge(CheckoutPage)
    /// Progress, in a few words.
    case loader(String)
    case result(CheckoutNotice)

    /// The name in error messages.
    public var name: String {
        switch self {
        case .methods: "choice of methods"
        case .form: "form"
        case .confirmation: "confirmation"
        case .qr: "QR code"
        case .page: "page"
        case .challenge: "challenge"
        case .loader: "loader"
        case .result: "result"
        }
    }

    /// The methods that the person can choose here.
    var methods: [CheckoutMethod] {
        switch self {
        case .methods(let choice): choice.methods
        case .form(let form): form.methods
        case .confirmation, .qr, .page, .challenge, .loader, .result: []
        }
    }

    private var fields: [CheckoutForm.Field] { if case .form(let form) = self { form.fields } else { [] } }

    private var isPage: Bool {
        switch self {
        case .page, .challenge: true
        case .methods, .form, .confirmation, .qr, .loader, .result: false
        }
    }

    /// Returns true if the screen accepts an action.
    public func takes(_ action: CheckoutAction) -> Bool {
        switch action {
        case .choose(let name): methods.contains { $0.name == name }
        case .fill(let name, _): fields.contains { $0.name == name }
        case .confirm:
            switch self {
            case .methods, .form, .confirmation: true
            case .qr, .page, .challenge, .loader, .result: false
            }
        case .authorize: if case .qr(let code) = self { code.page != nil } else { isPage }
        case .cancel:
            switch self {
            case .methods, .form, .confirmation, .qr, .page, .challenge: true
            case .loader, .result: false
            }
        case .close: if case .loader = self { false } else { true }
        case .retry: if case .result(let notice) = self { notice.canRetry } else { false }
        case .returned, .tapped: isPage
        case .opened: if case .qr = self { true } else { isPage }
        }
    }
}

/// The order to pay.
public struct PaymentSummary: Sendable, Hashable {
    public var payee: String?
    /// In the currency's major units, such as `19.99`.
    public var amount: ExactDecimal
    public var currency: String
    public var reference: String?
    /// Further lines, in order.
    public var details: [Detail]

    /// A further line, such as a description.
    public struct Detail: Sendable, Hashable {
        public var label: String
        public var value: String
        public init(_ label: String, _ value: String) { (self.label, self.value) = (label, value) }
    }

    public init(
        payee: String? = nil, amount: ExactDecimal, currency: String, reference: String? = nil, details: [Detail] = []
    ) {
        self.payee = payee
        self.amount = amount
        self.currency = currency
        self.reference = reference
        self.details = details
    }
}

/// A payment method, or a saved instrument.
public struct CheckoutMethod: Sendable, Hashable {
    /// The provider's name, such as `PIX`.
    public var name: String
    /// The name for people.
    public var label: String

    public init(_ name: String, label: String? = nil) { (self.name, self.label) = (name, label ?? name) }
}

/// The payment methods. One can be preselected; `confirm` continues with it.
public struct MethodChoice: Sendable, Hashable {
    public var summary: PaymentSummary?
    public var methods: [CheckoutMethod]
    public var selected: String?

    public init(_ methods: [CheckoutMethod], selected: String? = nil, summary: PaymentSummary? = nil) {
        self.methods = methods
        self.selected = selected
        self.summary = summary
    }
}

/// Fields to fill in, and the methods to which the person can change.
public struct CheckoutForm: Sendable, Hashable {
    public var title: String
    public var summary: PaymentSummary?
    public var methods: [CheckoutMethod]
    public var fields: [Field]

    /// A field for the person to fill in.
    public struct Field: Sendable, Hashable {
        /// The provider's name, such as `customer_email`.
        public var name: String
        /// The name for people.
        public var label: String
        public var isRequired: Bool
        public var value: String
        /// Why the value is invalid; nil if it is valid.
        public var problem: String?

        public init(
            _ name: String, label: String? = nil, isRequired: Bool = true, value: String = "", problem: String? = nil
        ) {
            self.name = name
            self.label = label ?? name
            self.isRequired = isRequired
            self.value = value
            self.problem = problem
        }

        /// True if it prevents sending the form.
        public var isOpen: Bool { problem != nil || isRequired && value.isEmpty }
    }

    public init(
        _ title: String, fields: [Field], methods: [CheckoutMethod] = [], summary: PaymentSummary? = nil
    ) {
        self.title = title
        self.fields = fields
        self.methods = methods
        self.summary = summary
    }

    /// Stores the person's value and clears the field's problem.
    public mutating func fill(_ name: String, _ value: String) {
        guard let index = fields.firstIndex(where: { $0.name == name }) else { return }
        fields[index].value = value
        fields[index].problem = nil
    }
}

/// A code to pay with another app, such as a BR Code.
public struct CheckoutQRCode: Sendable, Hashable {
    public var payload: String
    public var summary: PaymentSummary?
    /// The other app's destination, if known: a page for approving the payment.
    public var page: String?
    public var expiresAt: Timestamp?

    public init(_ payload: String, summary: PaymentSummary? = nil, page: String? = nil, expiresAt: Timestamp? = nil) {
        self.payload = payload
        self.summary = summary
        self.page = page
        self.expiresAt = expiresAt
    }
}

/// A web page, with the URLs that return from it.
public struct CheckoutPage: Sendable, Hashable {
    public var url: String
    public var returnURLs: [String]

    public init(_ url: String, returnURLs: [String] = []) {
        self.url = url
        self.returnURLs = returnURLs
    }
}

/// A message at the end or before another attempt.
public struct CheckoutNotice: Sendable, Hashable {
    public var title: String
    public var message: String?
    public var canRetry: Bool

    public init(_ title: String, message: String? = nil, canRetry: Bool = false) {
        self.title = title
        self.message = message
        self.canRetry = canRetry
    }
}
