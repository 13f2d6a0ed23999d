import ToqueEncoding

/// A configuration that the provider cannot serve.
public enum SandboxConfigurationError: Error, Sendable, CustomStringConvertible {
    /// There is no scenario of this name.
    case scenario(String)
    /// What is meant to be a state file is none.
    case state(JSONMemberError)

    public var description: String {
        switch self {
        case .scenario(let name): "there is no scenario \(name.quoted)"
        case .state(let error): "no state file: \(error)"
        }
    }
}

extension SandboxConfiguration {
    /// Checks what only the provider can judge.
    /// - Returns: the state to begin with.
    func initialState(_ provider: any SandboxProvider) throws(SandboxConfigurationError) -> TenantState? {
        if let scenario, provider.scenarios.named(scenario) == nil { throw .scenario(scenario) }
        guard let state else { return nil }
        do throws(JSONMemberError) {
            return try TenantState(reading: JSONReader(state), provider: provider)
        } catch {
            throw .state(error)
        }
    }
}
