import Sandbox
import ToqueEncoding

/// An object that answers show.
package protocol ShownModel: JSONModel {
    /// The assumed behaviors that it follows by what it says.
    var assumptions: [Behavior] { get }
}

extension ShownModel {
    package var assumptions: [Behavior] { [] }
}

extension SandboxResponse {
    package static func showing(_ model: some ShownModel, status: Int = 200) -> SandboxResponse {
        .json(model.json, status: status).assuming(model.assumptions)
    }

    /// The same answer, as one that follows these; each is named once.
    package func assuming(_ behaviors: some Sequence<Behavior>) -> SandboxResponse {
        var response = self
        for behavior in behaviors where !response.assumptions.contains(behavior.id) {
            response.assumptions.append(behavior.id)
        }
        return response
    }

    package func assuming(_ behavior: Behavior) -> SandboxResponse { assuming(CollectionOfOne(behavior)) }
}

extension SandboxError {
    /// The same refusal, as one that follows this.
    package func assuming(_ behavior: Behavior) -> SandboxError {
        var error = self
        error.assumption = behavior.id
        return error
    }
}
