import ToqueEncoding

/// A configuration that the provider cannot serve.
public enum SandboxConfigurationError: Error, Sendable, CustomStringConvertible {
    /// There is no scenario of this name, but these, or it takes another argument.
    case scenario(String, known: [String])
    /// A URL that webhooks do not go to, with what would be right.
    case webhook(String, problem: String)
    /// A bearer token that webhooks cannot bring, with what would be right.
    case webhookToken(problem: String)
    /// Two keys have this id.
    case key(String)
    /// What is meant to be a state file is none.
    case state(JSONMemberError)

    public var description: String {
        switch self {
        case .scenario(let name, _): "there is no scenario \(name.quoted)"
        case .webhook(let url, let problem): "the webhook URL \(url.quoted): \(problem)"
        case .webhookToken(let problem): "the webhook token: \(problem)"
        case .key(let id): "two API keys have the id \(id.quoted)"
        case .state(let error): "no state file: \(error)"
        }
    }
}

extension SandboxConfiguration {
    /// Checks what only the provider can judge.
    /// - Returns: the state to begin with.
    func initialState(_ provider: any SandboxProvider) throws(SandboxConfigurationError) -> TenantState? {
        if let scenario, provider.scenarios.named(scenario) == nil {
            throw .scenario(scenario, known: provider.scenarios.map(\.name))
        }
        for (index, key) in keys.enumerated() where keys[..<index].contains(where: { $0.id == key.id }) {
            throw .key(key.id)
        }
        guard let state else { return nil }
        do throws(JSONMemberError) {
            return try TenantState(reading: JSONReader(state), provider: provider)
        } catch {
            throw .state(error)
        }
    }
}
