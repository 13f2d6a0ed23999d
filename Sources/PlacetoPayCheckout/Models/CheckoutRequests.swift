import CheckoutContracts
import ToqueEncoding

/// Body of `POST /api/session`.
public struct CheckoutPaymentRequest: Codable, Sendable {
    public var auth: CheckoutAuth?
    public var buyer: CheckoutBuyer?
    public var cancelUrl: String?
    public var captureAddress: Bool? = false
    public var expiration: String
    public var fields: [CheckoutField]?
    public var locale: String
    public var noBuyerFill: Bool? = false
    public var payment: CheckoutPayment?
    public var returnUrl: String
    public var ipAddress: String
    public var skipResult: Bool? = false
    public var userAgent: String

    enum CodingKeys: String, CodingKey {
        case auth, buyer, cancelUrl, captureAddress, expiration, fields, locale, noBuyerFill, payment, returnUrl
        case ipAddress, skipResult, userAgent
    }

    /// Creates a request for a package and a buyer. The session lasts for the site's lifetime.
    /// - Parameters:
    ///   - package: the purchase.
    ///   - buyer: the buyer.
    ///   - ipAddress: the payer's.
    ///   - site: the requesting site.
    public init(
        package: some CheckoutPackage, buyer: some CheckoutCustomer, ipAddress: String,
        site: CheckoutSite = .environment
    ) {
        auth = site.auth
        self.buyer = buyer.checkoutBuyer
        cancelUrl = site.cancelUrl
        expiration = PlacetoPayDate.text(.now() + site.lifetime)
        locale = site.locale
        payment = package.checkoutPayment
        returnUrl = site.returnUrl
        self.ipAddress = ipAddress
        userAgent = site.userAgent
    }

    /// The form on the wire.
    var json: JSON {
        var object = JSONObject()
        object["auth"] = auth?.contract.json
        object["locale"] = .string(locale)
        object["buyer"] = buyer?.json
        object["payment"] = payment?.json
        object["expiration"] = .string(expiration)
        object["returnUrl"] = .string(returnUrl)
        object["cancelUrl"] = cancelUrl.map(JSON.string)
        object["ipAddress"] = .string(ipAddress)
        object["userAgent"] = .string(userAgent)
        object["fields"] = fields.map { .array($0.map(\.json)) }
        object["captureAddress"] = captureAddress.map(JSON.bool)
        object["skipResult"] = skipResult.map(JSON.bool)
        object["noBuyerFill"] = noBuyerFill.map(JSON.bool)
        return .object(object)
    }
}

/// Body of a request whose path names the session.
public struct CheckoutInformationRequest: Codable, Sendable {
    public var auth: CheckoutAuth

    public init() { self.init(site: .environment) }

    public init(site: CheckoutSite) { auth = site.auth }

    var json: JSON { ["auth": auth.contract.json] }
}
