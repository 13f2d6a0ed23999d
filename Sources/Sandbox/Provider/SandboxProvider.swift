import ToqueEncoding

/// What a payment provider gives the engine: its endpoints, what its timers do, its scenarios, and what control may do
/// to its objects. The engine knows nothing else of it.
public protocol SandboxProvider: Sendable {
    /// Such as `biometric-pix`.
    var name: String { get }
    /// Of the objects that it stores: greater than before where the earlier toque could not read them. Those of earlier
    /// versions are the provider's to read.
    var objectVersion: Int { get }
    /// The endpoints of the API and of the pages behind it.
    var routes: [Route] { get }
    /// Paths under these prefixes are the same endpoints, such as `payments/br`.
    var prefixes: [String] { get }
    /// Paths by which objects are looked up often.
    var indexes: [ObjectIndex] { get }
    /// The key of a sandbox that is told none. Everybody knows it: it is taken on the loopback interface alone.
    var defaultKey: APIKey { get }
    /// The ids that its keys have.
    var keyIDs: KeyIDForm { get }
    /// Names of the secrets that each tenant shares with the provider, to compute with, such as `webhook_signing_key`.
    var tenantSecrets: [String] { get }
    /// Whether the keys' own secrets are among those to compute with: then they are kept as they are, not only hashed.
    var keepsKeySecrets: Bool { get }
    /// Names of members, parameters and headers that are secret at all endpoints and in webhooks, besides
    /// `SecretNames.common`: the journal does not keep their values.
    var secretNames: [String] { get }
    /// When webhooks count as delivered, and how often they are tried.
    var deliveryRules: DeliveryRules { get }
    /// Makes a webhook's request, for each attempt: the one place where it can be signed.
    func request(for webhook: OutgoingWebhook) throws -> WebhookRequest
    /// All scenarios by name.
    var scenarios: [Scenario] { get }
    /// Values in requests that choose a scenario.
    var magicValues: [MagicValue] { get }
    var guide: ProviderGuide { get }

    /// Refuses a request for what it has in it, whoever sends it: before the provider finds out whose it is, and before
    /// anything of it is kept.
    /// - Throws: `SandboxError`, whose `concealsRequest` keeps the request out of the journal too.
    func check(_ request: SandboxRequest) throws
    /// Takes up what the provider itself keeps in the database, such as a key; called before requests are served.
    func start(_ engine: Engine) async throws
    /// What a new or reset tenant begins with.
    func plant(_ transaction: Transaction) throws
    /// Checks an object of a state file, before anything of the file is loaded.
    /// - Parameter object: `kind`, `id` and `body`, as they were stored.
    /// - Throws: `JSONMemberError` for the first member that is not what the provider stores.
    func check(_ object: JSONReader) throws(JSONMemberError)
    /// Does what the timer stands for.
    func fire(_ timer: SandboxTimer, _ transaction: Transaction) throws

    /// Called where control has set the scenario of an object, or has taken it back: what was to happen by the earlier
    /// one gives way to what happens by this one.
    func scenarioChanged(of object: String, _ transaction: Transaction) throws

    /// The provider's form of an error.
    /// - Parameter now: the time of the tenant whom it is told; the sandbox's where it is no tenant's.
    func errorBody(_ error: SandboxError, requestID: String, at now: Timestamp) -> JSON
    /// Id of the assumed behavior that a refusal follows which names none itself; nil for one that is documented.
    func assumption(of error: SandboxError) -> String?
    /// The OpenAPI 3.1 document of the endpoints.
    /// - Parameter publicURL: where the server is reached, without a slash at the end.
    func openAPI(publicURL: String) -> JSON

    /// The tenant whose access token this is; nil where it is none, or not valid any more.
    func tenant(ofBearer token: String, _ engine: Engine) async throws -> String?

    /// What control can do to one object, such as `approve`.
    var actions: [ControlVerb] { get }
    /// Makes ready what `perform` needs and no transaction can wait for, such as a key; called before each.
    func prepareToPerform(_ engine: Engine) async throws
    /// Does one of `actions`.
    /// - Returns: the object afterwards, as the API shows it.
    /// - Throws: `SandboxError` where there is no such object, or its state does not allow it.
    func perform(
        _ action: String, on object: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON

    /// Events that control can bring about at once, such as `payment.failed`.
    var triggers: [ControlVerb] { get }
    /// Makes an object with the history that ends in one of `triggers`, webhooks and all.
    /// - Returns: the object as the API shows it.
    /// - Throws: `SandboxError` for parameters that do not fit.
    func trigger(_ event: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction) throws -> JSON
}

/// A provider that has nothing of a kind says nothing of it.
extension SandboxProvider {
    public var prefixes: [String] { [] }
    public var indexes: [ObjectIndex] { [] }
    public var scenarios: [Scenario] { [] }
    public var magicValues: [MagicValue] { [] }
    public var actions: [ControlVerb] { [] }
    public var triggers: [ControlVerb] { [] }
    public var objectVersion: Int { 1 }
    public var defaultKey: APIKey { .sandbox }
    public var keyIDs: KeyIDForm { .any }
    public var tenantSecrets: [String] { [] }
    public var keepsKeySecrets: Bool { false }
    public var secretNames: [String] { [] }
    public var deliveryRules: DeliveryRules { DeliveryRules() }

    public func check(_ request: SandboxRequest) throws {}
    public func start(_ engine: Engine) async throws {}
    public func plant(_ transaction: Transaction) throws {}
    public func check(_ object: JSONReader) throws(JSONMemberError) {}
    public func fire(_ timer: SandboxTimer, _ transaction: Transaction) throws {}
    public func scenarioChanged(of object: String, _ transaction: Transaction) throws {}
    public func assumption(of error: SandboxError) -> String? { nil }
    public func tenant(ofBearer token: String, _ engine: Engine) async throws -> String? { nil }
    public func prepareToPerform(_ engine: Engine) async throws {}

    /// JSON, with the endpoint's bearer token.
    public func request(for webhook: OutgoingWebhook) throws -> WebhookRequest { WebhookRequest(webhook) }

    public func perform(
        _ action: String, on object: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        throw SandboxError.notFound("There is no action \(action).")
    }

    public func trigger(
        _ event: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        throw SandboxError.invalid("event", "There is no event \(event.quoted).")
    }
}
