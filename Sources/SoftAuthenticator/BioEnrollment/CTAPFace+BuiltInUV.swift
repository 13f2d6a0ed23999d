import CTAP
import ToqueWebAuthn

/// How an attempt to verify the user by the sensor ended.
enum BuiltInUV {
    case verified
    /// Nobody did anything in time.
    case timedOut
    case declined
    /// A finger that is not enrolled, or none that could be read.
    case failed
    /// No tries are left: only the PIN helps.
    case blocked
}

extension CTAPFace {
    /// Tries that one call makes where it is to try again itself (maxUvAttemptsForInternalRetries).
    private static let maxInternalAttempts = 3
    /// Touches that the sensor cannot read, after which the try has failed: whoever repeats it comes to an end.
    private static let maxBadTouches = 5

    /// performBuiltInUv (CTAP 2.3 section 6.5.3.1). A verified user was present.
    /// - Parameter internalRetry: a finger that is not enrolled is followed by another try.
    /// - Throws: `keepaliveCancel`; what storage gives.
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
            // A script that leaves the finger open: any that is enrolled.
            case .approved: result = try match { _ in true }
            case .badTouch:
                badTouches += 1
                guard badTouches.isMultiple(of: Self.maxBadTouches) else { continue }
                result = try match { _ in false }
            case .declined, .failed: return .declined
            case .timedOut: return .timedOut
            case .cancelled: throw .keepaliveCancel
            }
            guard result == .failed else { return result }
            attempts -= 1
        }
        return .failed
    }

    /// - Returns: false where no tries are left, or the PIN's are used up.
    private func hasUVRetries() throws(CTAPStatus) -> Bool {
        try answeringFaults {
            if try engine.storage.pinState()?.retries == 0 {
                try engine.storage.updateSettings { $0.uvRetries = 0 }
            }
            return try engine.storage.settings().uvRetries > 0
        }
    }

    /// A try.
    /// - Parameter isMatch: whether the finger is this one of those that are enrolled.
    private func match(_ isMatch: (Fingerprint) -> Bool) throws(CTAPStatus) -> BuiltInUV {
        try answeringFaults {
            // Spent before the comparison, and durably: to cut the power between the two wins no try.
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

    /// Step 11 of section 6.1.2 and step 6 of 6.2.2, the option `uv`: the user is verified, or the command fails.
    func requireBuiltInUV(_ prompt: GesturePrompt, _ context: Context) async throws(CTAPStatus) {
        switch try await performBuiltInUV(prompt, context, internalRetry: true) {
        case .verified: return
        case .timedOut: throw .userActionTimeout
        case .declined: throw .operationDenied
        case .failed, .blocked:
            // The platform may turn to the PIN, where there is one.
            let isPINSet = try userVerification().isPINSet
            throw isPINSet ? .puatRequired : try settings().uvRetries == 0 ? .pinBlocked : .operationDenied
        }
    }
}
