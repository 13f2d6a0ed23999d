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
            $0.type == "public-key" && engine.algorithms.contains($0.algorithm)
        }?.algorithm
        guard let algorithm else { throw .unsupportedAlgorithm }
        // Step 5. No credential is made without presence.
        let verification = try userVerification()
        let settings = try settings()
        var usesBuiltInUV = auth == nil && command.options.uv == true
        guard !usesBuiltInUV || verification.isBuiltInConfigured else { throw .invalidOption }
        guard command.options.up != false else { throw .invalidOption }
        let isDiscoverable = command.options.rk ?? false
        // Step 6.
        if settings.alwaysUv, auth == nil || !verification.isProtected {
            guard verification.isBuiltInConfigured else { throw .puatRequired }
            usesBuiltInUV = true
        }
        // Step 7: makeCredUvNotRqd is true, but for alwaysUv, which step 6 has looked after (step 8).
        guard !verification.isProtected || auth != nil || usesBuiltInUV || !isDiscoverable else {
            throw verification.isPINSet ? .puatRequired : .operationDenied
        }
        // Step 9.
        let preference = command.attestationFormatsPreference ?? []
        let format = engine.attestationFormat(
            wanted: preference.lazy.map(AttestationFormat.init), of: attestationFormats, for: algorithm)
        let enterprise = try enterpriseAttestation(command.enterpriseAttestation, rpID: rpID, format, settings)
        // Steps 10 and 11.
        let rp = RelyingPartyID(rpID)
        // A name as long as a page likes would push out of the person's sight whom the gesture is for.
        let prompt = GesturePrompt(
            operation: .register, rpID: rpID, rpName: command.rp.name, userName: command.user.truncated.name,
            verification: .none)
        var flags: AuthenticatorData.Flags = []
        var isPresent = false
        if verification.isProtected, let auth {
            isPresent = try state.withLock { (state) throws(CTAPStatus) in
                try state.pin.authorize(
                    auth.version, message: command.clientDataHash, signature: auth.param, permission: .makeCredential,
                    rpID: rpID)
                return state.pin.isUserPresent
            }
            flags.insert(.userVerified)
        } else if usesBuiltInUV {
            try await requireBuiltInUV(prompt, context)
            isPresent = true
            flags.insert(.userVerified)
        }
        // Step 12: whatever the touch, it is excluded; but not before somebody was there to touch.
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
        let stored = try StoredExtensions(
            command.extensions, isDiscoverable: isDiscoverable, largeBlobs: engine.profile.largeBlobs)
        // Steps 16 to 18.
        return try answeringFaults(diskFull: .keyStoreFull) {
            let credential = try engine.makeCredential(
                CredentialParameters(
                    rp: rp, user: command.user, algorithm: algorithm, isDiscoverable: isDiscoverable,
                    protection: protection ?? .userVerificationOptional,
                    isForThirdPartyPayment: command.extensions.thirdPartyPayment ?? false,
                    largeBlobs: stored.largeBlobs, credBlob: stored.credBlob))
            var outputs = CBORMap()
            outputs["credProtect"] = protection.map { .int(Int($0.rawValue)) }
            if command.extensions.hmacSecret == true { outputs["hmac-secret"] = true }
            switch exchange {
            case .some(let exchange):
                outputs["hmac-secret-mc"] = .bytes(
                    try self.outputs(of: exchange, for: credential.id, userVerified: isUserVerified))
            case .none: break
            }
            outputs["credBlob"] = stored.credBlobOutput.map(CBOR.bool)
            if settings.tellsPINPolicy(to: rpID) {
                if command.extensions.minPinLength == true { outputs["minPinLength"] = .int(settings.minPINLength) }
                if command.extensions.pinComplexityPolicy == true {
                    outputs["pinComplexityPolicy"] = .bool(settings.pinComplexityPolicy)
                }
            }
            // Step 19.
            return AuthenticatorMakeCredential.Response(
                attestationObject: try engine.attest(
                    credential, flags: flags, extensions: outputs,
                    format: format, clientDataHash: command.clientDataHash, by: enterprise),
                epAtt: enterprise == nil ? nil : true,
                largeBlobKey: stored.largeBlobs == .array
                    ? try engine.wrappingKeys().largeBlobKey(of: credential.id) : nil,
                unsignedExtensionOutputs: stored.largeBlobOutput?.unsignedExtensionOutputs)
        }
    }

    /// Step 9: who attests in the place of the usual source; nil where enterprise attestation was not asked for, or is
    /// not granted, which is no error. An RP that wants no statement gets none.
    private func enterpriseAttestation(
        _ requested: UInt64?, rpID: String, _ format: AttestationFormat, _ settings: AuthenticatorSettings
    ) throws(CTAPStatus) -> AttestationSource? {
        guard let requested else { return nil }
        guard let enterprise = engine.enterprise, settings.enterpriseAttestation else { throw .invalidParameter }
        let isGranted =
            switch requested {
            case 1: enterprise.vendorFacilitatedRPIDs.contains(Array(rpID.utf8))
            // The platform answers for the RP.
            case 2: true
            default: throw CTAPStatus.invalidOption
            }
        return isGranted && format == .packed ? .certified(enterprise.identity) : nil
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

/// What extensions keep with a new credential, which a discoverable one alone has room for.
private struct StoredExtensions {
    /// Where its large blob is to be kept; nil where it is to have none.
    let largeBlobs: LargeBlobForm?
    /// nil where the extension was not asked for.
    let largeBlobOutput: LargeBlobExtension.Output?
    let credBlob: [UInt8]
    /// nil where the extension was not asked for.
    let credBlobOutput: Bool?

    /// - Parameter largeBlobs: of the two extensions for them the one that the authenticator has; it does not know the
    ///   other.
    /// - Throws: `invalidOption` for a large-blob key that is not to be, or not of a discoverable credential (section
    ///   12.3).
    init(
        _ extensions: AuthenticatorMakeCredential.Extensions, isDiscoverable: Bool, largeBlobs: LargeBlobForm
    ) throws(CTAPStatus) {
        let wantsLargeBlob: Bool
        switch largeBlobs {
        case .array:
            guard extensions.largeBlobKey == nil || extensions.largeBlobKey == true && isDiscoverable else {
                throw .invalidOption
            }
            wantsLargeBlob = extensions.largeBlobKey == true
            largeBlobOutput = nil
        case .credential:
            wantsLargeBlob = extensions.largeBlob != nil && isDiscoverable
            largeBlobOutput = extensions.largeBlob.map { _ in .supported(isDiscoverable) }
        }
        self.largeBlobs = wantsLargeBlob ? largeBlobs : nil
        credBlobOutput = extensions.credBlob.map {
            CredentialParameters.keeps(credBlob: $0, isDiscoverable: isDiscoverable)
        }
        credBlob = credBlobOutput == true ? extensions.credBlob ?? [] : []
    }
}
