import ToqueEncoding

/// Body of `POST /api/session`.
public struct PlacetoPaySessionRequest: RequestModel, Hashable {
    public var auth: PlacetoPayAuth
    /// Such as `es_CO`. Default, also for an invalid value: the site's.
    public var locale: String?
    public var buyer: PlacetoPayPerson?
    public var payer: PlacetoPayPerson?
    public var payment: PlacetoPayPayment
    /// At least five minutes ahead. Default: 30 minutes.
    public var expiration: Timestamp?
    public var returnURL: String
    /// The address for a person who gives up. Default: the return URL.
    public var cancelURL: String?
    public var ipAddress: String
    public var userAgent: String
    public var fields: [PlacetoPayField]
    public var captureAddress: Bool
    public var skipResult: Bool
    public var noBuyerFill: Bool

    public init(
        auth: PlacetoPayAuth, locale: String? = nil, buyer: PlacetoPayPerson? = nil, payer: PlacetoPayPerson? = nil,
        payment: PlacetoPayPayment, expiration: Timestamp? = nil, returnURL: String, cancelURL: String? = nil,
        ipAddress: String, userAgent: String, fields: [PlacetoPayField] = [], captureAddress: Bool = false,
        skipResult: Bool = false, noBuyerFill: Bool = false
    ) {
        self.auth = auth
        self.locale = locale
        self.buyer = buyer
        self.payer = payer
        self.payment = payment
        self.expiration = expiration
        self.returnURL = returnURL
        self.cancelURL = cancelURL
        self.ipAddress = ipAddress
        self.userAgent = userAgent
        self.fields = fields
        self.captureAddress = captureAddress
        self.skipResult = skipResult
        self.noBuyerFill = noBuyerFill
    }
}

extension PlacetoPaySessionRequest: JSONStructure {
    package static let blank = Self(auth: .blank, payment: .blank, returnURL: "", ipAddress: "", userAgent: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.object("auth") { auth.members(&$0) }
        coder.optional("locale", &locale)
        coder.part("buyer", &buyer)
        coder.part("payer", &payer)
        var nestedBuyer: PlacetoPayPerson?
        coder.object("payment") {
            payment.members(&$0)
            // The documentation's sample has the buyer in here, its types beside the payment.
            $0.part("buyer", &nestedBuyer)
            for name in ["recurring", "recurring_remove", "dispersion", "subscribe"] { $0.outOfScope(name) }
        }
        buyer = buyer ?? nestedBuyer
        coder.date("expiration", &expiration)
        coder.required("returnUrl", &returnURL, upTo: PlacetoPayLimit.url)
        coder.optional("cancelUrl", &cancelURL, upTo: PlacetoPayLimit.url)
        coder.required("ipAddress", &ipAddress, upTo: PlacetoPayLimit.ipAddress)
        coder.required("userAgent", &userAgent, upTo: PlacetoPayLimit.userAgent)
        coder.list("fields", &fields)
        coder.optional("captureAddress", &captureAddress)
        coder.optional("skipResult", &skipResult)
        coder.optional("noBuyerFill", &noBuyerFill)
        for name in ["subscription", "autopay", "collect", "dispersion", "recurring"] { coder.outOfScope(name) }
    }
}

extension JSONCoder {
    /// A member of an unsupported service: refused by name, except for the value false.
    fileprivate mutating func outOfScope(_ name: String) {
        var value = JSON.null
        member(
            name, &value, .optional, { JSONSchema(["enum": [false]]).about("Out of scope") },
            expecting: { "nothing" },
            read: { (reader) throws(JSONMemberError) in
                guard reader.value == false else { throw reader.mismatch(expected: "nothing: it is out of scope") }
                return .null
            }, write: { $0 })
    }
}

/// Body of a request whose path names the session.
public struct PlacetoPayInformationRequest: RequestModel, Hashable {
    public var auth: PlacetoPayAuth

    public init(auth: PlacetoPayAuth) { self.auth = auth }
}

extension PlacetoPayInformationRequest: JSONStructure {
    package static let blank = Self(auth: .blank)

    package mutating func members(_ coder: inout JSONCoder) { coder.object("auth") { auth.members(&$0) } }
}
