import CTAP
import ToqueEncoding
import ToqueWebAuthn

/// U2F (CTAP1): its credentials are CTAP2 credentials, with the RP ID hash as application (CTAP 2.3, "Interoperating
/// with CTAP1/U2F authenticators").
extension CTAPFace {
    /// U2F is for roaming keys, and supports only ES256.
    var speaksU2F: Bool {
        engine.profile.attachment == .crossPlatform && engine.algorithms.contains(.es256)
    }

    /// True if U2F is currently available. It has no user verification, so `alwaysUv` disables it (CTAP 2.3 section
    /// 7.2).
    func offersU2F(_ settings: AuthenticatorSettings) -> Bool { speaksU2F && !settings.alwaysUv }

    func process(_ command: U2FCommand) async throws(U2FStatus) -> U2FResponse {
        guard speaksU2F else { throw .insNotSupported }
        guard await queue.enter() else { throw .conditionsNotSatisfied }
        defer { queue.leave() }
        forgetSteps()
        try requireU2F()
        switch command {
        case .version: return .version
        case .register(let request):
            try requireTouch(for: command, prompt(.register, application: request.application))
            return .register(try answeringU2FFaults { try engine.register(request) })
        case .authenticate(let request): return .authenticate(try authenticate(request, command))
        }
    }

    private func authenticate(
        _ request: U2FAuthenticate, _ command: U2FCommand
    ) throws(U2FStatus) -> U2FAuthenticate.Response {
        // Nobody is asked to touch a device that has no key to sign with.
        let credential = try answeringU2FFaults {
            try engine.u2fCredential(request.keyHandle, application: request.application)
        }
        guard let credential else { throw .wrongData }
        switch request.control {
        case .checkOnly: throw .conditionsNotSatisfied
        case .enforceUserPresenceAndSign:
            try requireTouch(for: command, prompt(.authenticate, application: request.application, credential))
        case .dontEnforceUserPresenceAndSign: break
        }
        return try answeringU2FFaults {
            try engine.authenticate(
                request, with: credential, isUserPresent: request.control == .enforceUserPresenceAndSign)
        }
    }

    private func requireU2F() throws(U2FStatus) {
        guard try offersU2F(answeringU2FFaults { try engine.storage.settings() }) else { throw .commandNotAllowed }
    }

    /// - Throws: `conditionsNotSatisfied` until somebody touches the device, `commandNotAllowed` if the person
    ///   declines, so that the host does not ask again.
    private func requireTouch(for command: U2FCommand, _ prompt: GesturePrompt) throws(U2FStatus) {
        let verdict = touch.verdict(on: command) { [self] in
            await gestures.ask(prompt, by: interaction, in: gestures.begin(), limit: timeLimit())
        }
        switch verdict {
        case .touched: return
        case .awaited: throw .conditionsNotSatisfied
        case .refused: throw .commandNotAllowed
        }
    }

    /// Only the application's hash is known, unless one of its credentials reveals more.
    private func prompt(
        _ operation: GesturePrompt.Operation, application: [UInt8], _ credential: LocatedCredential? = nil
    ) -> GesturePrompt {
        GesturePrompt(
            operation: operation,
            rpID: credential?.stored?.rpID ?? "U2F application \(Hex.encode(application.prefix(8)))",
            userName: credential?.stored?.user.name, verification: .none)
    }
}

/// Runs an operation that the engine or its storage may refuse.
private func answeringU2FFaults<Value: ~Copyable>(_ body: () throws -> Value) throws(U2FStatus) -> Value {
    do {
        return try body()
    } catch let error as CredentialStorageError where error.code == .unknownCredential {
        // It was deleted in the meantime.
        throw .wrongData
    } catch {
        throw .noPreciseDiagnosis
    }
}
