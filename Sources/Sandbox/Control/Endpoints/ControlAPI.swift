/// The endpoints of the control API, which look into a running sandbox and change what it does, whatever its provider.
struct ControlAPI: Sendable {
    /// All paths are under it.
    static let prefix = "_toque"

    let engine: Engine
    /// After so much silence a stream of events shows that it lives.
    var keepAlive = Duration.seconds(15)
    /// For what is done to a tenant as a whole.
    let tenantLock = TenantLock()

    /// In the order of the index. Literal segments stand before parameters.
    var endpoints: [ControlEndpoint] {
        serverEndpoints + scenarioEndpoints + clockEndpoints + objectEndpoints + tenantEndpoints + logEndpoints
            + keyEndpoints + webhookEndpoints
    }
}
