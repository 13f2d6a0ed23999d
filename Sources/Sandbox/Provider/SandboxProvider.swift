import ToqueEncoding

/// A payment provider's contract with the engine: its endpoints, timers, scenarios and control actions. The engine
/// knows nothing else about it.
public protocol SandboxProvider: Sendable {
    /// For example `biometric-pix`.
    var name: String { get }
    /// Version of its stored objects: incremented if an earlier toque cannot read them. The provider itself reads
    /// earlier versions.
    var objectVersion: Int { get }
    /// The endpoints of the API and of its pages.
    var routes: [Route] { get }
    /// Alternative path prefixes of the same endpoints, such as `payments/br`.
    var prefixes: [String] { get }
    /// Paths of frequent lookups.
    var indexes: [ObjectIndex] { get }
    /// The default key. It is public, so it is accepted only on the loopback interface.
    var defaultKey: APIKey { get }
    /// The form of its key ids.
    var keyIDs: KeyIDForm { get }
    /// Names of the secrets that each tenant shares with the provider for computation, such as `webhook_signing_key`.
    var tenantSecrets: [String] { get }
    /// True if it computes with the keys' own secrets: they are then stored in plain text, not only hashed.
    var keepsKeySecrets: Bool { get }
    /// Names of members, parameters and headers that are secret at all endpoints and in webhooks, besides
    /// `SecretNames.common`: the journal masks their values.
    var secretNames: [String] { get }
    /// When webhooks count as delivered, and how many attempts follow.
    var deliveryRules: DeliveryRules { get }
    /// Makes a webhook's request for each attempt. Signing happens here.
    func request(for webhook: OutgoingWebhook) throws -> WebhookRequest
    /// All scenarios by name.
    var scenarios: [Scenario] { get }
    /// Request values that choose a scenario.
    var magicValues: [MagicValue] { get }
    var guide: ProviderGuide { get }
    /// The behavior chosen by the start options, such as `fidelity` `strict`.
    var modes: [(name: String, value: String)] { get }

    /// Refuses a request for its content, whoever sends it: before the provider identifies the tenant, and before
    /// anything of it is stored.
    /// - Throws: `SandboxError`; its `concealsRequest` also keeps the request out of the journal.
    func check(_ request: SandboxRequest) throws
    /// Loads the provider's own data from the database, such as a key; called before requests are served.
    func start(_ engine: Engine) async throws
    /// Creates the initial objects of a new or reset tenant.
    func plant(_ transaction: Transaction) throws
    /// Checks an object of a state file before anything of the file is loaded.
    /// - Parameter object: `kind`, `id` and `body`, as stored.
    /// - Throws: `JSONMemberError` for the first member that the provider could not have stored.
    func check(_ object: JSONReader) throws(JSONMemberError)
    /// The request by which a backend hands a ceremony over; nil if a page of the provider's receives it, or if its
    /// object is gone.
    func request(handingOver ceremony: CeremonyRecord, _ transaction: ReadTransaction) throws -> CeremonyHandover?
    /// Applies a timer.
    func fire(_ timer: SandboxTimer, _ transaction: Transaction) throws

    /// True if an object stays in the database although nothing has changed it for long, because it is still of use or
    /// goes with another object.
    func stays(_ kind: String, status: String) -> Bool
    /// The objects that go from the database with an object.
    func parts(of id: String, kind: String, _ transaction: ReadTransaction) throws -> [(kind: String, id: String)]
    /// Some of the objects that have no status, ended before a time and are of no more use: they go from the database.
    func ended(
        before time: Timestamp, limit: Int, _ transaction: ReadTransaction
    ) throws -> [(kind: String, id: String)]

    /// Called after control set or removed an object's scenario: the new scenario's plans replace those of the earlier
    /// one.
    func scenarioChanged(of object: String, _ transaction: Transaction) throws

    /// The provider's form of an error.
    /// - Parameter now: the time of the recipient's tenant; the sandbox's if there is no tenant.
    func errorBody(_ error: SandboxError, requestID: String, at now: Timestamp) -> JSON
    /// Id of the default assumed behavior of refusals that name none; nil for documented behavior.
    func assumption(of error: SandboxError) -> String?
    /// Returns the OpenAPI 3.1 document of the endpoints.
    /// - Parameter publicURL: the server's URL, without a trailing slash.
    func openAPI(publicURL: String) -> JSON

    /// Returns the tenant of an access token; nil for an unknown or expired one.
    func tenant(ofBearer token: String, _ engine: Engine) async throws -> String?

    /// Control's actions on one object, such as `approve`.
    var actions: [ControlVerb] { get }
    /// Prepares what `perform` needs but a transaction cannot wait for, such as a key; called before each.
    func prepareToPerform(_ engine: Engine) async throws
    /// Performs one of `actions`.
    /// - Parameter parameters: declared by the action, of any type.
    /// - Returns: the resulting object, as the API shows it.
    /// - Throws: `SandboxError` if there is no such object, or its state does not allow the action.
    func perform(
        _ action: String, on object: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON

    /// Control's actions on a tenant as a whole, such as `apps add`: a topic and a verb.
    var tenantActions: [ControlVerb] { get }
    /// Performs one of `tenantActions`.
    /// - Parameter parameters: texts declared by the action, including its operand.
    /// - Returns: an object to show.
    /// - Throws: `SandboxError` for invalid parameters.
    func perform(tenantAction: String, parameters: JSONObject, _ transaction: Transaction) throws -> JSON

    /// Answers a GET of a path that no endpoint has, if it is one for browsers: `/`, or a file that pages load.
    func page(for request: SandboxRequest) -> SandboxResponse?
    /// A refusal as a page, for a browser that asked for one of `Route.isPage`; nil for `errorBody`.
    /// - Parameter request: without body and tenant.
    func page(of refusal: SandboxError, for request: SandboxRequest) -> SandboxResponse?

    /// Events that control can trigger, such as `payment.failed`.
    var triggers: [ControlVerb] { get }
    /// Creates an object whose history ends in one of `triggers`, including webhooks.
    /// - Parameter parameters: declared by the event, of any type.
    /// - Returns: the object as the API shows it.
    /// - Throws: `SandboxError` for invalid parameters.
    func trigger(_ event: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction) throws -> JSON
}

/// Defaults for providers without such a feature.
extension SandboxProvider {
    public var prefixes: [String] { [] }
    public var indexes: [ObjectIndex] { [] }
    public var scenarios: [Scenario] { [] }
    public var magicValues: [MagicValue] { [] }
    public var modes: [(name: String, value: String)] { [] }
    public var actions: [ControlVerb] { [] }
    public var triggers: [ControlVerb] { [] }
    public var tenantActions: [ControlVerb] { [] }
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
    public func request(
        handingOver ceremony: CeremonyRecord, _ transaction: ReadTransaction
    ) throws -> CeremonyHandover? { nil }
    public func stays(_ kind: String, status: String) -> Bool { false }
    public func parts(
        of id: String, kind: String, _ transaction: ReadTransaction
    ) throws -> [(kind: String, id: String)] { [] }
    public func ended(
        before time: Timestamp, limit: Int, _ transaction: ReadTransaction
    ) throws -> [(kind: String, id: String)] { [] }
    public func scenarioChanged(of object: String, _ transaction: Transaction) throws {}
    public func assumption(of error: SandboxError) -> String? { nil }
    public func tenant(ofBearer token: String, _ engine: Engine) async throws -> String? { nil }
    public func prepareToPerform(_ engine: Engine) async throws {}
    public func page(for request: SandboxRequest) -> SandboxResponse? { nil }
    public func page(of refusal: SandboxError, for request: SandboxRequest) -> SandboxResponse? { nil }

    public func perform(tenantAction: String, parameters: JSONObject, _ transaction: Transaction) throws -> JSON {
        throw SandboxError.unknownAction(tenantAction)
    }

    /// JSON, with the endpoint's bearer token.
    public func request(for webhook: OutgoingWebhook) throws -> WebhookRequest { WebhookRequest(webhook) }

    public func perform(
        _ action: String, on object: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        throw SandboxError.unknownAction(action)
    }

    public func trigger(
        _ event: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        throw SandboxError.unknownEvent(event)
    }
}
