import Sandbox
import ToqueEncoding

extension Provider {
    var actions: [String] { [] }

    func perform(
        _ action: String, on object: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        throw SandboxError.notFound("There is no action \(action).")
    }

    var triggers: [String] { [] }

    func trigger(
        _ event: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        throw SandboxError.notFound("There is no event \(event).")
    }
}
