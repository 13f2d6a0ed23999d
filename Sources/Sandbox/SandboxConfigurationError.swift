import ToqueEncoding

/// A configuration that this provider cannot serve.
public enum SandboxConfigurationError: Error, Sendable, CustomStringConvertible {
    /// No keys: every request would be refused.
    case noKey
    /// The default key is public, and other machines can reach this address.
    case openKey(host: String)
    /// Not a port.
    case port(Int)
    /// An unknown scenario, with the known ones, or an invalid argument.
    case scenario(String, known: [String])
    /// A URL that cannot receive webhooks, with the expected form.
    case webhook(String, problem: String)
    /// A bearer token that webhooks cannot carry, with the expected form.
    case webhookToken(problem: String)
    /// An unusable file of secrets.
    case secrets(problem: String)
    /// Two keys have the same id.
    case key(String)
    /// The provider's requests cannot express this key id.
    case keyID(String, expected: String)
    /// The clock cannot be frozen at this time.
    case frozenAt(Timestamp)
    /// Not a state file.
    case state(JSONMemberError)
    /// Other machines can reach this address, but the control API requires no token.
    case openControl(host: String)
    /// A token that clients of the control API cannot send, with the expected form.
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
        // In a row, the description names the object.
        case .state(let error) where error.isMissing && !error.path.isEmpty && !error.path.contains("["):
            "not a state file: `\(error.path)` is missing"
        case .state(let error): "not a state file: \(error)"
        case .openControl(let host): "other machines reach \(host), and the control API has no token"
        case .controlToken(let problem): "the control token: \(problem)"
        }
    }
}

extension SandboxConfiguration {
    /// Checks the keys and the addresses.
    /// - Parameter defaultKey: the public one.
    func checkAccess(defaultKey: APIKey) throws(SandboxConfigurationError) {
        guard !keys.isEmpty else { throw .noKey }
        for (host, port) in [(host, port)] + listeners.map({ ($0.host, $0.port) }) {
            guard Authority.isLoopback(host) || !keys.contains(defaultKey) else { throw .openKey(host: host) }
            guard (0...65_535).contains(port) else { throw .port(port) }
        }
        try ControlGuard.check(self)
    }

    /// Checks the scenario, the time and the state before anything is opened.
    /// - Returns: the initial state.
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
