import ToqueEncoding

/// A configuration that cannot be served with this provider.
public enum SandboxConfigurationError: Error, Sendable, CustomStringConvertible {
    /// No request would be answered.
    case noKey
    /// Everybody knows the default key, and other machines reach this address.
    case openKey(host: String)
    /// There is no such port.
    case port(Int)
    /// There is no scenario of this name, but these, or it takes another argument.
    case scenario(String, known: [String])
    /// A URL that webhooks do not go to, with what would be right.
    case webhook(String, problem: String)
    /// A bearer token that webhooks cannot bring, with what would be right.
    case webhookToken(problem: String)
    /// A file of secrets that cannot be used.
    case secrets(problem: String)
    /// Two keys have this id.
    case key(String)
    /// No request of the provider can name a key of this id.
    case keyID(String, expected: String)
    /// Clocks cannot stand still there.
    case frozenAt(Timestamp)
    /// What is meant to be a state file is none.
    case state(JSONMemberError)
    /// Other machines reach this address, and the control API asks for no token.
    case openControl(host: String)
    /// A token that no client of the control API can send, with what would be right.
    case controlToken(problem: String)

    public var description: String {
        switch self {
        case .noKey: "no API key is configured; every request would be refused"
        case .openKey(let host):
            "the default key is for the loopback interface; configure keys of your own to listen on \(host)"
        case .port(let port): "port \(port) is not in 0...65535"
        case .scenario(let name, _): "there is no scenario \(name.quoted)"
        case .webhook(let url, let problem): "the webhook URL \(url.quoted): \(problem)"
        case .webhookToken(let problem): "the webhook token: \(problem)"
        case .secrets(let problem): "the secrets: \(problem)"
        case .key(let id): "two API keys have the id \(id.quoted)"
        case .keyID(let id, let expectation): "the API key \(id.quoted): expected \(expectation) as the id"
        case .frozenAt(let instant):
            "\(instant) is not an instant from \(TenantTime.range.lowerBound) to \(TenantTime.range.upperBound)"
        case .state(let error): "no state file: \(error)"
        case .openControl(let host): "other machines reach \(host), and the control API has no token"
        case .controlToken(let problem): "the control token: \(problem)"
        }
    }
}

extension SandboxConfiguration {
    /// Checks who is served, and where.
    /// - Parameter defaultKey: the one that everybody knows.
    func checkAccess(defaultKey: APIKey) throws(SandboxConfigurationError) {
        guard !keys.isEmpty else { throw .noKey }
        for (host, port) in [(host, port)] + listeners.map({ ($0.host, $0.port) }) {
            guard Authority.isLoopback(host) || !keys.contains(defaultKey) else { throw .openKey(host: host) }
            guard (0...65_535).contains(port) else { throw .port(port) }
        }
        try ControlGuard.check(self)
    }

    /// Checks the scenario, the time and the state before anything is opened.
    /// - Returns: the state to begin with.
    func initialState(_ provider: any SandboxProvider) throws(SandboxConfigurationError) -> TenantState? {
        if let scenario, provider.scenarios.named(scenario) == nil {
            throw .scenario(scenario, known: provider.scenarios.map(\.name))
        }
        for (index, key) in keys.enumerated() where keys[..<index].contains(where: { $0.id == key.id }) {
            throw .key(key.id)
        }
        if let key = keys.first(where: { !provider.keyIDs.takes($0.id) }) {
            throw .keyID(key.id, expected: provider.keyIDs.expectation)
        }
        if let frozenAt, !TenantTime.range.contains(frozenAt) { throw .frozenAt(frozenAt) }
        guard let state else { return nil }
        do throws(JSONMemberError) {
            return try TenantState(reading: JSONReader(state), provider: provider)
        } catch {
            throw .state(error)
        }
    }
}
