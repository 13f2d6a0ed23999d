import ToqueEncoding

/// What a provider tells the people and programs that use a sandbox of it.
public struct ProviderGuide: Sendable {
    /// What is simulated, as a sentence begins: `Provider and bank`.
    public let title: String
    /// The arguments of curl for a first request, with a word of a shell that gives `id:secret`.
    public let curl: @Sendable (_ url: String, _ key: String) -> String
    /// Variables of a command that the sandbox serves for, besides the server and the key: what a tenant begins with.
    public let environment: [String: String]
    /// Members by which a person is shown an object, line by line. An object may lack any of them.
    let objectLines: [[String]]
    let webhook: WebhookMembers

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

/// Where a webhook's body says what it is about: each a path of members, such as `data.status`; nil where it does not.
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
