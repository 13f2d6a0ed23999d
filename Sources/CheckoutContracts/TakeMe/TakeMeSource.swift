import ToqueEncoding

/// A payment that the payer authorizes in a wallet and the merchant's server charges.
public struct TakeMeSource: Sendable, Hashable {
    /// The URL where the payer authorizes it, and the URL to which the wallet returns.
    public struct Redirect: Sendable, Hashable {
        public var url: String
        public var returnURL: String?
        public var status: TakeMeRedirectStatus

        public init(url: String, returnURL: String?, status: TakeMeRedirectStatus = .pending) {
            self.url = url
            self.returnURL = returnURL
            self.status = status
        }
    }

    public var id: String
    /// In the currency's minor units.
    public var amount: Int
    public var currency: Currency
    /// With it and the public key, the device can read the source.
    public var clientSecret: String
    public var description: String?
    public var metadata: JSONObject
    public var type: TakeMeSourceType
    public var flow: TakeMeSourceFlow
    public var status: TakeMeSourceStatus
    public var redirect: Redirect
    /// False with test keys. The SDK's `sandboxEnv` is the opposite.
    public var liveMode: Bool
    public var subType: String?
    public var payload: JSON?
    public var created: Timestamp
    public var updated: Timestamp

    public init(
        id: String, amount: Int, currency: Currency, clientSecret: String, description: String? = nil,
        metadata: JSONObject = [:], type: TakeMeSourceType, flow: TakeMeSourceFlow = .redirect,
        status: TakeMeSourceStatus = .pending(.pending), redirect: Redirect, liveMode: Bool = false,
        created: Timestamp, updated: Timestamp
    ) {
        self.id = id
        self.amount = amount
        self.currency = currency
        self.clientSecret = clientSecret
        self.description = description
        self.metadata = metadata
        self.type = type
        self.flow = flow
        self.status = status
        self.redirect = redirect
        self.liveMode = liveMode
        self.created = created
        self.updated = updated
    }
}

extension TakeMeSource: JSONStructure {
    package static let blank = TakeMeSource(
        id: "", amount: 1, currency: .blank, clientSecret: "", type: .weChatPay,
        redirect: Redirect(url: "", returnURL: nil), created: .epoch, updated: .epoch)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.constant("object", "source")
        coder.required("id", &id)
        coder.required("amount", &amount)
        coder.required("clientSecret", &clientSecret)
        coder.required("currency", &currency)
        coder.expected("metadata", &metadata)
        coder.nullable("description", &description)
        coder.milliseconds("created", &created)
        coder.milliseconds("updated", &updated)
        coder.object("redirect") { redirect in
            redirect.required("url", &self.redirect.url)
            redirect.nullable("returnUrl", &self.redirect.returnURL)
            redirect.required("status", &self.redirect.status)
        }
        coder.required("status", &status)
        coder.required("type", &type)
        coder.required("flow", &flow)
        coder.required("liveMode", &liveMode)
        coder.nullable("subType", &subType)
        coder.nullable("payload", &payload)
    }
}

extension JSONCoder {
    /// An instant in milliseconds since 1970-01-01T00:00:00Z.
    mutating func milliseconds(_ name: String, _ time: inout Timestamp) {
        let expectation = "milliseconds since 1970"
        member(
            name, &time, .required, { Int.schema.about("Milliseconds since 1970-01-01T00:00:00Z") },
            expecting: { expectation },
            read: { (reader) throws(JSONMemberError) in
                let (microseconds, isTooLarge) = Int64(try reader.int()).multipliedReportingOverflow(by: 1000)
                guard !isTooLarge else { throw reader.mismatch(expected: expectation) }
                return Timestamp(microseconds: microseconds)
            }, write: { .int($0.microseconds.flooredDivision(by: 1000).quotient) })
    }
}
