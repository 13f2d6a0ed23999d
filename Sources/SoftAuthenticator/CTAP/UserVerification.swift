import CTAP
import ToqueWebAuthn

/// How the authenticator can verify its user now.
struct UserVerification {
    let isPINSet: Bool
    /// There is a sensor, and fingers are enrolled (`uv` of authenticatorGetInfo).
    let isBuiltInConfigured: Bool

    /// "Protected by some form of user verification" (CTAP 2.3 section 6.1.2).
    var isProtected: Bool { isPINSet || isBuiltInConfigured }
}

/// How a ceremony verifies the user, where it does not test presence alone.
enum VerificationMethod {
    case token(PINUVAuthProof)
    case builtIn

    /// What a request asks for. The option `uv` is passed over beside a token, and a token where nobody can be
    /// verified.
    /// - Returns: nil for presence alone.
    /// - Throws: `invalidOption` for `uv` where the sensor cannot verify anybody.
    init?(_ proof: PINUVAuthProof?, uv: Bool?, _ verification: UserVerification) throws(CTAPStatus) {
        if let proof {
            guard verification.isProtected else { return nil }
            self = .token(proof)
        } else {
            guard uv == true else { return nil }
            guard verification.isBuiltInConfigured else { throw .invalidOption }
            self = .builtIn
        }
    }

    /// With alwaysUv presence alone is not enough.
    /// - Throws: `puatRequired` where the sensor cannot verify anybody.
    init(alwaysUv verification: UserVerification) throws(CTAPStatus) {
        guard verification.isBuiltInConfigured else { throw .puatRequired }
        self = .builtIn
    }
}

/// What is known of the user before a touch is asked for.
struct UserEvidence {
    var isVerified = false
    var isPresent = false
    /// The token that has verified the user, where one has.
    var tokenGeneration: Int?
}

/// Steps that authenticatorMakeCredential and authenticatorGetAssertion share.
extension CTAPFace {
    /// Whether there is a fingerprint sensor, enrolled fingers or not.
    var hasSensor: Bool { engine.profile.hasFingerprintSensor }

    func userVerification() throws(CTAPStatus) -> UserVerification {
        try answeringFaults {
            UserVerification(
                isPINSet: try engine.storage.pinState() != nil,
                isBuiltInConfigured: try hasSensor && !engine.storage.fingerprints().isEmpty)
        }
    }

    /// Step 1 of sections 6.1.2 and 6.2.2: a platform of CTAP 2.0 asks for a touch alone, to tell which of several
    /// devices is meant.
    func requireNoTouchProbe(_ pinUvAuthParam: [UInt8]?, _ context: Context) async throws(CTAPStatus) {
        guard let pinUvAuthParam, pinUvAuthParam.isEmpty else { return }
        try await requireTouch(GesturePrompt(operation: .select, verification: .none), context)
        throw try userVerification().isPINSet ? .pinInvalid : .pinNotSet
    }

    /// Step 11 of section 6.1.2 and step 6 of 6.2.2.
    /// - Throws: `pinAuthInvalid` for a token that is not good for this; what `requireBuiltInUV` throws.
    func verifyUser(
        by method: VerificationMethod?, for permission: PINUVAuthPermissions, rpID: String, _ prompt: GesturePrompt,
        _ context: Context
    ) async throws(CTAPStatus) -> UserEvidence {
        switch method {
        case .token(let proof):
            return try state.withLock { (state) throws(CTAPStatus) in
                try state.pin.authorize(proof, permission: permission, rpID: rpID)
                return UserEvidence(
                    isVerified: true, isPresent: state.pin.isUserPresent, tokenGeneration: state.pin.tokenGeneration)
            }
        case .builtIn:
            try await requireBuiltInUV(prompt, context)
            return UserEvidence(isVerified: true, isPresent: true)
        case nil: return UserEvidence()
        }
    }
}
