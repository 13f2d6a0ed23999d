import ToqueEncoding

/// A webhook that is about to be sent, for the first time or again.
public struct OutgoingWebhook: Sendable {
    /// Of the webhook; the same in every attempt.
    public let id: String
    /// Id of the object that it is about.
    public let object: String
    /// JSON, as the provider gave it to `Transaction.send`.
    public let body: String
    public let url: String
    /// The endpoint's bearer token, or a wrong one where the attempt is to be badly signed; nil where it has none.
    public var token: String? { isBadlySigned ? ownToken.map { TenantSecret($0).wrong.text } : ownToken }
    let ownToken: String?
    /// 1 for the first one.
    public let attempt: Int
    /// The tenant's time.
    public let time: Timestamp
    public let tenant: String
    let secrets: [String: TenantSecret]
    /// Whether a scenario has this attempt come with a wrong signature: token and secrets are other ones then.
    var isBadlySigned = false

    /// A secret of the tenant's; nil for one that the provider does not declare.
    public func secret(_ name: String) -> TenantSecret? { isBadlySigned ? secrets[name]?.wrong : secrets[name] }

    /// The secret of the tenant's key; nil where the provider does not keep it.
    public var keySecret: TenantSecret? { secret(TenantSecrets.ofKey) }

    fileprivate func isSecretPart(of text: String) -> Bool {
        ownToken.map(text.contains) ?? false || secrets.values.contains { $0.isPart(of: text) }
    }
}

/// A webhook as it goes to its receiver: a POST with these headers, beside `Host` and the length, and this body.
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

    /// What the log of deliveries tells of it: `headers`, and `body` where it is another one than the stored one. It
    /// tells nothing that is secret by its name, nor a text that has the token or a secret of the tenant's in it.
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
