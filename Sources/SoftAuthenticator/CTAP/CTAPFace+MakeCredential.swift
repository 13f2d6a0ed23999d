import CTAP
import ToqueCBOR
import ToqueCOSE
import ToqueWebAuthn

extension CTAPFace {
    /// authenticatorMakeCredential (CTAP 2.1 section 6.1.2, steps numbered as in CTAP 2.3).
    func makeCredential(
        _ command: AuthenticatorMakeCredential, _ context: Context
    ) async throws(CTAPStatus) -> AuthenticatorMakeCredential.Response {
        guard let rpID = command.rp.id else { throw .missingParameter }
        guard rpID.utf8.count <= MessageLimits.maxRPIDSize else { throw .invalidLength }
        guard command.excludeList.count <= maxCredentialCountInList else { throw .limitExceeded }
        // Step 1.
        try await requireNoTouchProbe(command.pinUvAuthParam, context)
        // Step 2.
        let auth = try protocolNumber(of: command.pinUvAuthParam, command.pinUvAuthProtocol)
        // Step 3; that every entry is well formed was checked while it was decoded.
        let algorithm = command.pubKeyCredParams.first {
            $0.type == "public-key" && engine.profile.algorithms.contains($0.algorithm)
        }?.algorithm
        guard let algorithm else { throw .unsupportedAlgorithm }
        // Step 5. There is no user verification but the PIN, and none can be made without presence.
        guard auth != nil || command.options.uv != true else { throw .invalidOption }
        guard command.options.up != false else { throw .invalidOption }
        let isDiscoverable = command.options.rk ?? false
        // Step 6: there is no alwaysUv. Step 7: makeCredUvNotRqd is true.
        let isProtected = try isProtected()
        guard !isProtected || auth != nil || !isDiscoverable else { throw .puatRequired }
        // Step 9: not capable of enterprise attestation.
        guard command.enterpriseAttestation == nil else { throw .invalidParameter }
        // Steps 10 and 11.
        let rp = RelyingPartyID(rpID)
        var flags: AuthenticatorData.Flags = []
        var isPresent = false
        if isProtected, let auth {
            isPresent = try state.withLock { (state) throws(CTAPStatus) in
                try state.pin.authorize(
                    auth.version, message: command.clientDataHash, signature: auth.param, permission: .makeCredential,
                    rpID: rpID)
                return state.pin.isUserPresent
            }
            flags.insert(.userVerified)
        }
        // Step 12: whatever the touch, it is excluded; but not before somebody was there to touch.
        let prompt = GesturePrompt(
            operation: .register, rpID: rpID, rpName: command.rp.name, userName: command.user.name, verification: .none)
        let isUserVerified = flags.contains(.userVerified)
        let isExcluded = try answeringFaults {
            try engine.hasExcluded(
                command.excludeList.publicKeyIDs, rp: rp, userVerified: isUserVerified)
        }
        if isExcluded {
            if !isPresent { try await awaitAnyTouch(prompt, context) }
            throw .credentialExcluded
        }
        // Step 14.
        if !isPresent { try await requireTouch(prompt, context) }
        state.withLock { $0.pin.consumeAfterUserPresence() }
        flags.insert(.userPresent)
        // Step 15.
        let protection = try protection(command.extensions.credProtect)
        let exchange = try hmacSecretExchange(for: command.extensions)
        // Steps 16 to 18.
        return try answeringFaults(diskFull: .keyStoreFull) {
            let credential = try engine.makeCredential(
                CredentialParameters(
                    rp: rp, user: command.user, algorithm: algorithm, isDiscoverable: isDiscoverable,
                    protection: protection ?? .userVerificationOptional,
                    isForThirdPartyPayment: command.extensions.thirdPartyPayment ?? false))
            var outputs = CBORMap()
            outputs["credProtect"] = protection.map { .int(Int($0.rawValue)) }
            if command.extensions.hmacSecret == true { outputs["hmac-secret"] = true }
            switch exchange {
            case .some(let exchange):
                outputs["hmac-secret-mc"] = .bytes(
                    try self.outputs(of: exchange, for: credential.id, userVerified: isUserVerified))
            case .none: break
            }
            // Step 19.
            return AuthenticatorMakeCredential.Response(
                attestationObject: try engine.attest(
                    credential, flags: flags, extensions: outputs,
                    format: engine.profile.attestationFormats.first ?? .none, clientDataHash: command.clientDataHash))
        }
    }

    /// Returns after any end of the waiting but cancellation.
    private func awaitAnyTouch(_ prompt: GesturePrompt, _ context: Context) async throws(CTAPStatus) {
        do {
            try await requireTouch(prompt, context)
        } catch .keepaliveCancel {
            throw .keepaliveCancel
        } catch {}
    }

    /// credProtect (CTAP 2.1 section 12.1).
    private func protection(_ level: UInt64?) throws(CTAPStatus) -> CredentialProtectionPolicy? {
        guard let level else { return nil }
        guard let policy = UInt8(exactly: level).flatMap(CredentialProtectionPolicy.init) else {
            throw .invalidParameter
        }
        return policy
    }

    /// hmac-secret-mc (CTAP 2.2 section 12.8), which goes with hmac-secret alone.
    private func hmacSecretExchange(
        for extensions: AuthenticatorMakeCredential.Extensions
    ) throws(CTAPStatus) -> HMACSecretExchange? {
        guard let input = extensions.hmacSecretMC else { return nil }
        guard extensions.hmacSecret == true else { throw .missingParameter }
        return try hmacSecretExchange(input)
    }
}

extension [CTAPCredentialDescriptor] {
    /// The IDs of those that can be ours at all.
    var publicKeyIDs: some Sequence<[UInt8]> { lazy.filter { $0.type == "public-key" }.map(\.id) }
}
