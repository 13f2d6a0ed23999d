import ToqueEncoding

/// A webhook ready to be sent, for the first time or again.
public struct OutgoingWebhook: Sendable {
    /// The webhook's id, the same in every attempt.
    public let id: String
    /// Id of the object it reports on.
    public let object: String
    /// JSON from the provider's `Transaction.send`.
    public let body: String
    public let url: String
    /// The endpoint's bearer token, or a wrong one if the attempt is to have a wrong signature; nil if it has none.
    public var token: String? { isBadlySigned ? ownToken.map { TenantSecret($0).wrong.text } : ownToken }
    let ownToken: String?
    /// 1 for the first attempt.
    public let attempt: Int
    /// The tenant's time.
    public let time: Timestamp
    public let tenant: String
    let secrets: [String: TenantSecret]
    /// True if a scenario requires a wrong signature for this attempt: token and secrets are then wrong.
    var isBadlySigned = false

    /// A secret of the tenant; nil if the provider does not declare it.
    public func secret(_ name: String) -> TenantSecret? { isBadlySigned ? secrets[name]?.wrong : secrets[name] }

    /// The secret of the tenant's key; nil if the provider does not store it.
    public var keySecret: TenantSecret? { secret(TenantSecrets.ofKey) }

    fileprivate func isSecretPart(of text: String) -> Bool {
        ownToken.map(text.contains) ?? false || secrets.values.contains { $0.isPart(of: text) }
    }
}

/// A webhook's HTTP request: a POST with these headers, plus `Host` and the length, and this body.
public struct WebhookRequest: Sendable {
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]

    public init(headers: [(name: String, value: String)], body: [UInt8]) {
        self.headers = headers
        self.body = body
    }

    /// The stored body, with the endpoint's token as `Authorization: Bearer`.
    public init(_ webhook: OutgoingWebhook) {
        headers = [("Content-Type", "application/json"), ("User-Agent", "toque-sandbox")]
        if let token = webhook.token { headers.append(("Authorization", "Bearer \(token)")) }
        body = Array(webhook.body.utf8)
    }

    /// The part for the delivery log: `headers`, and `body` if it differs from the stored one. It omits names that are
    /// secret, and texts that contain the token or a secret of the tenant.
    func logged(_ webhook: OutgoingWebhook, _ mask: JournalMask) -> JSONObject {
        func shown(_ text: String) -> JSON { .string(webhook.isSecretPart(of: text) ? SecretNames.mark : text) }
        let isOther = !body.elementsEqual(webhook.body.utf8)
        let message = mask.request(headers: headers, body: isOther ? body : [])
        var headers = JSONObject()
        for (name, value) in message.headers { headers[name] = shown(value) }
        var members: JSONObject = ["headers": .object(headers)]
        if isOther { members["body"] = shown(String(decoding: message.body, as: UTF8.self)) }
        return members
    }
}
