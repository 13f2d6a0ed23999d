import Sandbox
import ToqueEncoding

/// An object in responses.
package protocol ShownModel: JSONModel {
    /// The assumed behaviors in its content.
    var assumptions: [Behavior] { get }
}

extension ShownModel {
    package var assumptions: [Behavior] { [] }
}

extension SandboxResponse {
    package static func showing(_ model: some ShownModel, status: Int = 200) -> SandboxResponse {
        .json(model.json, status: status).assuming(model.assumptions)
    }

    /// A copy that names these behaviors, each once.
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
    /// A copy that names this behavior.
    package func assuming(_ behavior: Behavior) -> SandboxError {
        var error = self
        error.assumption = behavior.id
        return error
    }
}
