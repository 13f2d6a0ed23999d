import Sandbox
import ToqueEncoding

/// An object that answers show.
protocol ShownModel: JSONModel {
    /// What it follows by what it says.
    var assumptions: [Assumption] { get }
}

extension ShownModel {
    var assumptions: [Assumption] { [] }
}

extension SandboxResponse {
    static func showing(_ model: some ShownModel, status: Int = 200) -> SandboxResponse {
        .json(model.json, status: status).assuming(model.assumptions)
    }
}
