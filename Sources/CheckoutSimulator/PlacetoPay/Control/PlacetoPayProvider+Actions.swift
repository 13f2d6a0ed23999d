import Sandbox
import SandboxKit
import ToqueEncoding

extension PlacetoPayProvider {
    private static let expire = "expire"

    var actions: [ControlVerb] {
        Self.payerActions(on: [PlacetoPaySession.kind]) + [
            ControlVerb(Self.expire, "End the session's time now.", objects: [PlacetoPaySession.kind])
        ]
    }

    /// - Parameter object: the requestId.
    /// - Returns: the session in the API's form.
    func perform(
        _ action: String, on object: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        var session = try PlacetoPaySession.existing(object, transaction)
        if action == Self.expire {
            try process.require(.expired, to: &session, transaction)
        } else {
            guard try performPayerAction(action, on: object, publicURL: publicURL, transaction) else {
                throw SandboxError.unknownAction(action)
            }
            session = try PlacetoPaySession.existing(object, transaction)
        }
        return try information(of: session, publicURL: publicURL, transaction).json
    }
}
