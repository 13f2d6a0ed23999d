import CTAP
import ToqueWebAuthn

/// The result of verifying the user with the sensor.
enum BuiltInUV {
    case verified
    /// Nobody acted in time.
    case timedOut
    case declined
    /// A finger that is not enrolled, or an unreadable one.
    case failed
    /// No tries remain: only the PIN works.
    case blocked
}

extension CTAPFace {
    /// The number of tries in one call with internal retries (maxUvAttemptsForInternalRetries).
    private static let maxInternalAttempts = 3
    /// The number of unreadable touches after which the try fails, so that repeated ones come to an end.
    private static let maxBadTouches = 5

    /// performBuiltInUv (CTAP 2.3 section 6.5.3.1). It also proves the user's presence.
    /// - Parameter internalRetry: true to follow an unknown finger with another try.
    /// - Throws: `keepaliveCancel`, and storage's errors.
    func performBuiltInUV(
        _ prompt: GesturePrompt, _ context: Context, internalRetry: Bool
    ) async throws(CTAPStatus) -> BuiltInUV {
        var prompt = prompt
        prompt.verification = .fingerprint
        var attempts = internalRetry ? Self.maxInternalAttempts : 1
        var badTouches = 0
        while attempts > 0 {
            guard try hasUVRetries() else { return .blocked }
            let result: BuiltInUV
            switch await gesture(prompt, context) {
            case .finger(let name): result = try match { $0.finger == name }
            // A script without a finger's name: any enrolled one.
            case .approved: result = try match { _ in true }
            case .badTouch:
                badTouches += 1
                guard badTouches.isMultiple(of: Self.maxBadTouches) else { continue }
                result = try match { _ in false }
            case .declined, .failed: return .declined
            case .timedOut: return .timedOut
            case .canceled: throw .keepaliveCancel
            }
            guard result == .failed else { return result }
            attempts -= 1
        }
        return .failed
    }

    /// - Returns: false if no tries remain, or if the PIN's are used up.
    private func hasUVRetries() throws(CTAPStatus) -> Bool {
        try answeringFaults {
            if try engine.storage.pinState()?.retries == 0 {
                try engine.storage.updateSettings { $0.uvRetries = 0 }
            }
            return try engine.storage.settings().uvRetries > 0
        }
    }

    /// A try.
    /// - Parameter isMatch: checks whether the finger is one of the enrolled ones.
    private func match(_ isMatch: (Fingerprint) -> Bool) throws(CTAPStatus) -> BuiltInUV {
        try answeringFaults {
            // Spent before the comparison, and durably: cutting the power in between wins no try.
            let left = try engine.storage.updateSettings { settings in
                settings.uvRetries = max(0, settings.uvRetries - 1)
                settings.uvCountSinceLastPINEntry += 1
                return settings.uvRetries
            }
            defer { engine.noteChange() }
            guard try engine.storage.fingerprints().contains(where: isMatch) else {
                return left == 0 ? .blocked : .failed
            }
            try engine.storage.updateSettings { $0.uvRetries = AuthenticatorSettings.maxUVRetries }
            return .verified
        }
    }

    /// Step 11 of section 6.1.2 and step 6 of 6.2.2, the option `uv`: verifies the user, or fails the command.
    func requireBuiltInUV(_ prompt: GesturePrompt, _ context: Context) async throws(CTAPStatus) {
        switch try await performBuiltInUV(prompt, context, internalRetry: true) {
        case .verified: return
        case .timedOut: throw .userActionTimeout
        case .declined: throw .operationDenied
        case .failed, .blocked:
            // The platform can use the PIN instead, if there is one.
            let isPINSet = try userVerification().isPINSet
            throw isPINSet ? .puatRequired : try settings().uvRetries == 0 ? .pinBlocked : .operationDenied
        }
    }
}
