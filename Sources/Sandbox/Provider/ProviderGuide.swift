import ToqueEncoding

/// A provider's information for users of its sandbox, people and programs.
public struct ProviderGuide: Sendable {
    /// The simulated parties, capitalized: `Provider and bank`.
    public let title: String
    /// curl arguments for a first request, with a shell word for `id:secret`.
    public let curl: @Sendable (_ url: String, _ key: String) -> String
    /// Environment variables for a command run by the sandbox, besides the server and the key: a tenant's initial
    /// objects.
    public let environment: [String: String]
    /// The members to show to people, one per line. An object may lack any of them.
    let objectLines: [[String]]
    package let webhook: WebhookMembers
    /// nil if no test repeats the life of the provider's objects.
    package private(set) var testing: TestGuide?

    package func tested(by testing: TestGuide) -> ProviderGuide {
        var guide = self
        guide.testing = testing
        return guide
    }

    /// The type of a webhook, by its body; nil if the body lacks it.
    package func webhookType(_ body: JSON) -> String? {
        webhook.type?.split(separator: ".").reduce(body) { $0?[String($1)] }?.stringValue
    }

    public init(
        title: String, curl: @escaping @Sendable (_ url: String, _ key: String) -> String,
        environment: [String: String] = [:], objectLines: [[String]] = [["id", "status"]],
        webhook: WebhookMembers = WebhookMembers()
    ) {
        self.title = title
        self.curl = curl
        self.environment = environment
        self.objectLines = objectLines
        self.webhook = webhook
    }
}

/// Paths to the subject of a webhook in its body, such as `data.status`; nil if the body lacks it.
public struct WebhookMembers: JSONStructure, Hashable {
    public private(set) var type: String?
    public private(set) var code: String?
    public private(set) var object: String?
    public private(set) var status: String?

    public init(type: String? = nil, code: String? = nil, object: String? = nil, status: String? = nil) {
        self.type = type
        self.code = code
        self.object = object
        self.status = status
    }

    package static let blank = WebhookMembers()

    package mutating func members(_ coder: inout JSONCoder) {
        coder.nullable("type", &type)
        coder.nullable("code", &code)
        coder.nullable("object", &object)
        coder.nullable("status", &status)
    }
}

extension JSON {
    /// The member at a path such as `data.status`; nil if absent, or without a path.
    package func member(at path: String?) -> JSON? {
        path?.split(separator: ".").reduce(self as JSON?) { $0?[String($1)] }
    }
}
