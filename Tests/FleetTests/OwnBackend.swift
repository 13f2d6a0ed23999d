import Synchronization
import ToqueEncoding

@testable import Fleet

/// A backend of the user's own, which takes an answer to a user's latest challenge once.
final class OwnBackend: Sendable {
    private struct State {
        var count = 0
        /// By user.
        var challenges: [String: String] = [:]
        var passkeys: [String: JSON] = [:]
    }

    private let isCareless: Bool
    private let state = Mutex(State())

    /// - Parameter isCareless: true to take an answer to any challenge.
    init(isCareless: Bool = false) { self.isCareless = isCareless }

    /// The routes of a journey file.
    static let routes = """
        [routes.registration-options]
        path = "/passkey-options"
        body = { user = "{user}" }
        [routes.registration]
        path = "/passkeys"
        body = { user = "{user}", credential = "{credential}" }
        [routes.sign-options]
        path = "/sign-options"
        body = { user = "{user}" }
        [routes.sign]
        path = "/sign"
        body = { user = "{user}", credential = "{credential}" }
        """

    /// Runs a body with a fleet that has the backend as its target.
    /// - Parameter journeys: the journey file without its routes.
    func run(_ journeys: String, _ body: (Fleet, LocalServer) async throws -> Void) async throws {
        try await LocalServer.run("\(journeys)\n\(Self.routes)", answering: { [self] in react($0) }, body)
    }

    private func react(_ request: LocalServer.Request) -> LocalServer.Reaction {
        guard let body = try? JSON(parsing: request.body), let user = body["user"]?.stringValue else {
            return .answer(400, [:])
        }
        return state.withLock { state -> LocalServer.Reaction in
            switch request.line {
            case "POST /passkey-options":
                let person: JSON = ["id": .base64URL(user.utf8), "name": .string(user), "displayName": .string(user)]
                let algorithms: JSON = [["type": "public-key", "alg": -7]]
                return .answer(
                    200,
                    [
                        "rp": ["id": "bank.example", "name": "Bank"], "user": person, "pubKeyCredParams": algorithms,
                        "challenge": .string(Self.challenge(of: user, &state)),
                    ])
            case "POST /passkeys":
                state.passkeys[user] = body["credential"]?["id"]
                return .answer(Self.isLatest(body, of: user, &state) ? 201 : 403, [:])
            case "POST /sign-options":
                let passkey: JSON = ["type": "public-key", "id": state.passkeys[user] ?? .null]
                return .answer(
                    200,
                    [
                        "rpId": "bank.example", "allowCredentials": [passkey],
                        "challenge": .string(Self.challenge(of: user, &state)),
                    ])
            case "POST /sign":
                let isLatest = Self.isLatest(body, of: user, &state)
                return .answer(isCareless || isLatest ? 200 : 403, [:])
            default: return .answer(404, [:])
            }
        }
    }

    private static func challenge(of user: String, _ state: inout State) -> String {
        state.count += 1
        let challenge = Base64URL.encode("challenge number \(state.count)".utf8)
        state.challenges[user] = challenge
        return challenge
    }

    private static func isLatest(_ body: JSON, of user: String, _ state: inout State) -> Bool {
        guard let text = body["credential"]?["response"]?["clientDataJSON"]?.stringValue,
            let bytes = Base64URL.decode(text), let data = try? JSON(parsing: bytes),
            let challenge = state.challenges.removeValue(forKey: user)
        else { return false }
        return data["challenge"]?.stringValue == challenge
    }
}
