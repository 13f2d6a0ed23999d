import SoftAuthenticator
import ToqueWebAuthn

/// The default interaction of an SDK: the gesture script in `TOQUE_GESTURE`. Without a script there is nobody to ask,
/// and that never counts as approval.
public struct EnvironmentInteraction: UserInteraction {
    /// The error text if there is neither a script nor a terminal.
    public static let nobody = "there is no one to ask for a gesture"

    private let script: Result<ScriptedInteraction, WebAuthnError>

    /// - Parameter owner: the object that takes an interaction instead of the variable, for the error.
    public init(environment: [String: String], owner: String) {
        guard let text = environment["TOQUE_GESTURE"], !text.isEmpty else {
            script = .failure(
                WebAuthnError(
                    .notAllowedError,
                    "\(Self.nobody): give \(owner) an interaction, or set TOQUE_GESTURE"))
            return
        }
        do throws(ScriptedInteraction.ParseError) {
            script = .success(try ScriptedInteraction(parsing: text))
        } catch {
            script = .failure(WebAuthnError(.notAllowedError, "TOQUE_GESTURE: \(error)"))
        }
    }

    public func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
        await (try script.get()).requestGesture(prompt)
    }
}
