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
    /// How often one call asks again after a finger that is not enrolled (maxUvAttemptsForInternalRetries).
    private static let maxInternalAttempts = 3
    /// How often it asks again where the sensor could not read the finger, which costs no try.
    private static let maxBadTouches = 5

    /// performBuiltInUv (CTAP 2.1 section 6.5.3.1). A verified user was present.
    /// - Parameter internalRetry: a finger that is not enrolled is followed by another try.
    /// - Throws: `keepaliveCancel`; what storage gives.
    func performBuiltInUV(
        _ prompt: GesturePrompt, _ context: Context, internalRetry: Bool
    ) async throws(CTAPStatus) -> BuiltInUV {
        var prompt = prompt
        prompt.verification = .fingerprint
        var attempts = 0
        var badTouches = 0
        while attempts < (internalRetry ? Self.maxInternalAttempts : 1), badTouches < Self.maxBadTouches {
            guard try hasUVRetries() else { return .blocked }
            switch await gesture(prompt, context) {
            case .finger(let name):
                attempts += 1
                switch try match(name) {
                case .failed: continue
                case let result: return result
                }
            case .approved:
                // A script that leaves the finger open: any that is enrolled.
                attempts += 1
                return try match(nil)
            case .badTouch: badTouches += 1
            case .declined, .failed: return .declined
            case .timedOut: return .timedOut
            case .cancelled: throw .keepaliveCancel
            }
        }
        return try hasUVRetries() ? .failed : .blocked
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

    /// Compares a finger with those that are enrolled.
    /// - Parameter finger: nil for one of those.
    private func match(_ finger: String?) throws(CTAPStatus) -> BuiltInUV {
        try answeringFaults {
            // Spent before the comparison, and durably: to cut the power between the two wins no try.
            let left = try engine.storage.updateSettings { settings in
                settings.uvRetries = max(0, settings.uvRetries - 1)
                settings.uvCountSinceLastPINEntry += 1
                return settings.uvRetries
            }
            defer { engine.noteChange() }
            let enrolled = try engine.storage.fingerprints()
            guard enrolled.contains(where: { finger == nil || $0.finger == finger }) else {
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
