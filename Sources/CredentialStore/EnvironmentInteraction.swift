import SoftAuthenticator
import ToqueWebAuthn

/// The person of an SDK that was given no interaction: the script of gestures in `TOQUE_GESTURE`. Without one nobody
/// can be asked, which is never taken for an approval.
public struct EnvironmentInteraction: UserInteraction {
    /// What is wrong where there is no script and no terminal either.
    public static let nobody = "there is no one to ask for a gesture"

    private let script: Result<ScriptedInteraction, WebAuthnError>

    /// - Parameter owner: who takes an interaction in the variable's place, for the error.
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
