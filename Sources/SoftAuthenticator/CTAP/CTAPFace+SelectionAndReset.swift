import CTAP
import ToqueWebAuthn

extension CTAPFace {
    /// The time after power-up in which a device without a display accepts a reset.
    private static let resetWindow: Duration = .seconds(10)

    /// authenticatorSelection (CTAP 2.3 section 6.9).
    func selection(_ context: Context) async throws(CTAPStatus) -> CTAPResponse {
        try await requireTouch(
            GesturePrompt(operation: .select, verification: .none), context, timeout: .userActionTimeout)
        return .empty
    }

    /// authenticatorReset (CTAP 2.3 section 6.6).
    func reset(_ context: Context) async throws(CTAPStatus) -> CTAPResponse {
        let poweredUpAt = state.withLock { $0.poweredUpAt }
        guard uptime() - poweredUpAt <= Self.resetWindow else { throw .notAllowed }
        try await requireResetTouch(context)
        try state.withLock { (state) throws(CTAPStatus) in
            // If storage fails, the lock after wrong PINs stays, because the PIN may still exist; no token stays.
            state.pin.resetTokens()
            state.enrollment = nil
            try answeringFaults { try engine.reset() }
            // Tokens and key agreements of both protocols. The window does not change.
            state.pin = PINUVAuthState(random: engine.random, uptime: uptime)
        }
        return .empty
    }

    /// A touch, or a long one if longTouchForReset is on: a touch that the sensor cannot read is too short for that.
    private func requireResetTouch(_ context: Context) async throws(CTAPStatus) {
        let isLong = try settings().longTouchForReset
        let prompt = GesturePrompt(operation: isLong ? .resetByLongTouch : .reset, verification: .none)
        switch await gesture(prompt, context) {
        case .badTouch where isLong: throw .operationDenied
        case let outcome: try Self.requireTouch(outcome, timeout: .userActionTimeout)
        }
    }
}
