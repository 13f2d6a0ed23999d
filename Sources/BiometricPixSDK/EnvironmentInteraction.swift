import SoftAuthenticator
import ToqueWebAuthn

/// The person of an SDK that was given no interaction: the script of gestures in `TOQUE_GESTURE`. Without one nobody
/// can be asked, which is never taken for an approval.
struct EnvironmentInteraction: UserInteraction {
    private let script: Result<ScriptedInteraction, WebAuthnError>

    init(environment: [String: String]) {
        guard let text = environment["TOQUE_GESTURE"], !text.isEmpty else {
            script = .failure(
                WebAuthnError(
                    .notAllowedError,
                    "nobody can be asked for a gesture: give BiometricPixSDK an interaction, or set TOQUE_GESTURE"))
            return
        }
        do throws(ScriptedInteraction.ParseError) {
            script = .success(try ScriptedInteraction(parsing: text))
        } catch {
            script = .failure(WebAuthnError(.notAllowedError, "TOQUE_GESTURE: \(error)"))
        }
    }

    func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
        await (try script.get()).requestGesture(prompt)
    }
}
