import ToqueEncoding

/// `request` of a session's information: the request that created the session, without `auth`. A server may omit
/// everything except the payment, so it is not parsed as a request.
public struct PlacetoPayShownRequest: JSONModel, Hashable {
    public var locale: String?
    public var buyer: PlacetoPayPerson?
    public var payer: PlacetoPayPerson?
    public var payment: PlacetoPayPayment
    /// Includes `_processUrl_`, the address of the payment page.
    public var fields: [PlacetoPayField]
    public var returnURL: String?
    public var cancelURL: String?
    public var ipAddress: String?
    public var userAgent: String?
    public var expiration: Timestamp?
    public var captureAddress: Bool?
    public var skipResult: Bool?
    public var noBuyerFill: Bool?

    public init(payment: PlacetoPayPayment) {
        self.payment = payment
        fields = []
    }

    /// The members of the session's own request.
    public init(_ request: PlacetoPaySessionRequest) {
        locale = request.locale
        buyer = request.buyer
        payer = request.payer
        payment = request.payment
        fields = request.fields
        returnURL = request.returnURL
        cancelURL = request.cancelURL
        ipAddress = request.ipAddress
        userAgent = request.userAgent
        expiration = request.expiration
        captureAddress = request.captureAddress
        skipResult = request.skipResult
        noBuyerFill = request.noBuyerFill
    }
}

extension PlacetoPayShownRequest: JSONStructure {
    package static let blank = Self(payment: .blank)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.optional("locale", &locale)
        coder.optional("buyer", &buyer)
        coder.optional("payer", &payer)
        coder.required("payment", &payment)
        coder.list("fields", &fields)
        coder.optional("returnUrl", &returnURL)
        coder.optional("cancelUrl", &cancelURL)
        coder.optional("ipAddress", &ipAddress)
        coder.optional("userAgent", &userAgent)
        coder.date("expiration", &expiration)
        coder.optional("captureAddress", &captureAddress)
        coder.optional("skipResult", &skipResult)
        coder.optional("noBuyerFill", &noBuyerFill)
    }
}
