import CTAP
import ToqueWebAuthn

extension CTAPFace {
    /// authenticatorSelection (CTAP 2.1 section 6.9).
    func selection(_ context: Context) async throws(CTAPStatus) {
        try await requireTouch(
            GesturePrompt(operation: .select, verification: .none), context, timeout: .userActionTimeout)
    }
}
