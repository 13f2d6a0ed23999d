import CheckoutContracts
import ToqueEncoding

/// The parameters of a source, from the app and completed by the preparer.
public struct TMPSourceParams: Sendable, Hashable {
    public var description: String?
    /// In the currency's minor units.
    public var amount: UInt
    /// ISO 4217, such as `JPY`.
    public var currency: String
    /// Set by the payment to the chosen method's type.
    public var type: TMPSourceType
    public var flow: TMPSourceFlow
    /// Additional data for a brand, and the shop's own texts.
    public var metadata: [String: String]

    public init(description: String?, amount: UInt, currency: String) {
        self.description = description
        self.amount = amount
        self.currency = currency
        type = .unknown
        flow = .redirect
        metadata = [:]
    }

    /// The request that creates the source.
    /// - Throws: `JSONMemberError` for the first member outside its limits.
    func request(returnURL: String?) throws(JSONMemberError) -> TakeMeSourceRequest {
        guard let currency = Currency(currency) else {
            throw JSONMemberError(path: "currency", found: currency.quoted, expected: Currency.expectation)
        }
        guard let type = type.onTheWire else {
            throw JSONMemberError(path: "type", found: "an unknown one", expected: TakeMeSourceType.expectation)
        }
        var members = JSONObject()
        for (name, text) in metadata.sorted(by: { $0.key < $1.key }) { members[name] = .string(text) }
        let request = TakeMeSourceRequest(
            amount: Int(clamping: amount), currency: currency, type: type, description: description,
            metadata: members, returnURL: returnURL)
        // Reading checks every limit.
        return try TakeMeSourceRequest(json: request.json)
    }
}

/// A payment that the payer authorizes in a wallet and the merchant's server charges.
public struct TMPSource: Sendable, Hashable {
    /// The page for the authorization.
    public struct Redirect: Sendable, Hashable {
        public let redirectUrl: String
        public let returnUrl: String?
        public let redirectStatus: TMPRedirectStatus
    }

    let source: TakeMeSource

    init(_ source: TakeMeSource) { self.source = source }

    public var sourceId: String { source.id }
    /// In the currency's minor units.
    public var amount: UInt { UInt(clamping: source.amount) }
    public var currency: String { source.currency.code }
    public var clientSecret: String { source.clientSecret }
    /// Milliseconds since 1970.
    public var created: Int64 { source.created.microseconds / 1000 }
    /// Milliseconds since 1970.
    public var updated: Int64 { source.updated.microseconds / 1000 }
    /// Only texts; other values are omitted.
    public var metadata: [String: String] {
        source.metadata.reduce(into: [:]) { $0[$1.name] = $1.value.stringValue }
    }
    public var sourceDescription: String? { source.description }
    /// True if it was created with a test key.
    public var sandboxEnv: Bool { !source.liveMode }
    public var type: TMPSourceType { TMPSourceType(source.type) }
    public var flow: TMPSourceFlow { TMPSourceFlow(source.flow) }
    public var status: TMPSourceStatus { TMPSourceStatus(source.status) }
    /// The parameters for the wallet's own app; nil if it has none.
    public var payload: JSON? { source.payload }
    public var redirect: Redirect {
        Redirect(
            redirectUrl: source.redirect.url, returnUrl: source.redirect.returnURL,
            redirectStatus: TMPRedirectStatus(source.redirect.status))
    }
}
