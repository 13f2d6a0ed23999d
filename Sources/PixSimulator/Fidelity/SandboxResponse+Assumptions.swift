import Sandbox

extension SandboxResponse {
    /// The same answer, as one that follows these; each is named once.
    func assuming(_ assumptions: some Sequence<Assumption>) -> SandboxResponse {
        var response = self
        for assumption in assumptions where !response.assumptions.contains(assumption.rawValue) {
            response.assumptions.append(assumption.rawValue)
        }
        return response
    }

    func assuming(_ assumption: Assumption) -> SandboxResponse { assuming(CollectionOfOne(assumption)) }
}

extension SandboxError {
    /// For an id in a body that names nothing.
    static func unknown(_ field: String, _ message: String) -> SandboxError {
        invalid(field, message).assuming(.unknownObject)
    }

    /// The same refusal, as one that follows this.
    func assuming(_ assumption: Assumption) -> SandboxError {
        var error = self
        error.assumption = assumption.rawValue
        return error
    }
}

extension Assumption {
    /// What a refusal follows that names nothing else.
    init?(of error: SandboxError) {
        switch error.code {
        case "required": return nil
        case "invalid": self = .validation
        case "invalid_status": self = .wrongState
        case "not_found": self = .unknownObject
        default: self = .errorCodes
        }
    }
}
