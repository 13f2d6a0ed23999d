/// The endpoints of the control API, which inspect and control a running sandbox of any provider.
struct ControlAPI: Sendable {
    /// The prefix of all paths.
    static let prefix = "_toque"

    let engine: Engine
    /// The longest silence in a stream of events before a sign of life.
    var keepAlive = Duration.seconds(15)
    /// Serializes operations on whole tenants.
    let tenantLock: TenantLock

    init(engine: Engine) {
        self.engine = engine
        tenantLock = TenantLock(engine.store)
    }

    /// In the order of the index. Literal segments come before parameters.
    var endpoints: [ControlEndpoint] {
        serverEndpoints + scenarioEndpoints + clockEndpoints + objectEndpoints + tenantActionEndpoints + tenantEndpoints
            + logEndpoints + requestEndpoints + keyEndpoints + webhookEndpoints
    }
}
