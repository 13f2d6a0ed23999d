import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

extension WebAuthnClient {
    /// Registers: has the authenticator make a credential (section 5.1.3).
    /// - Parameters:
    ///   - options: the relying party's options.
    ///   - origin: the caller; nil means `https://` and the RP ID.
    ///   - topOrigin: the page's around the caller, if one of the frames in between has another origin than the caller.
    ///   - timeout: replaces the options' timeout, without being clamped.
    /// - Throws: `securityError` if the RP ID or an AppID does not belong to the origin, `typeError` for a user handle
    ///   that is not 1 to 64 bytes and for an extension input of a wrong type, `notSupportedError` if the authenticator
    ///   has none of the algorithms and for an extension input that registrations cannot have, `constraintError` if it
    ///   lacks required discoverable credentials or user verification, `invalidStateError` if it has an excluded
    ///   credential, `notAllowedError` if the person declined or the time ran out, `abortError` if the task was
    ///   canceled, and any other error of the authenticator.
    public func create(
        _ options: PublicKeyCredentialCreationOptions, origin: Origin? = nil, topOrigin: Origin? = nil,
        timeout: Duration? = nil
    ) async throws(WebAuthnError) -> RegistrationResponse {
        // Step 4: the timer's length. It starts with the authenticator's work, step 19.
        let lifetime = CeremonyTimer.lifetime(milliseconds: options.timeout, override: timeout)
        // Step 5.
        guard (1...64).contains(options.user.id.count) else {
            throw WebAuthnError(.typeError, "user.id: found \(options.user.id.count) bytes, expected 1 to 64")
        }
        // Steps 6 to 8: callerOrigin, effectiveDomain and the RP ID.
        let scope = try scope(rpID: options.rp.id, path: "rp.id", origin: origin)
        // Steps 9 and 10: an empty list means the specification's defaults.
        let algorithms = options.pubKeyCredParams.isEmpty ? [.es256, .rs256] : options.pubKeyCredParams
        // Steps 11 and 12.
        let extensions = try RegistrationExtensions(options.extensions, origin: scope.origin)
        // Steps 13 to 15.
        let clientDataJSON = CollectedClientData(
            type: .create, challenge: options.challenge, origin: scope.origin.description,
            crossOrigin: topOrigin != nil, topOrigin: topOrigin?.description
        ).serialized
        let clientDataHash = Digest.sha256(clientDataJSON)
        // Steps 16 to 20: from here on the caller may abort and the time may run out.
        return try await timer.run(within: lifetime) { () async throws(WebAuthnError) in
            let capabilities = try await authenticator.capabilities()
            let request = try Self.request(
                options, rpID: scope.rpID, algorithms: algorithms, clientDataHash: clientDataHash,
                extensions: extensions.inputs, for: capabilities)
            let made = try await authenticator.makeCredential(request, interaction: interaction)
            // Step 20, "if any authenticator indicates success".
            return RegistrationResponse(
                credentialID: made.credentialID,
                clientDataJSON: clientDataJSON,
                attestationObject: try options.attestation.conveyed(made.attestationObject).encoded,
                transports: capabilities.transports.sorted { $0.rawValue < $1.rawValue },
                authenticatorAttachment: capabilities.attachment,
                clientExtensionResults: extensions.results(of: made))
        }
    }

    /// Step 20, "if an authenticator becomes available": checks whether it fits, and makes the request.
    private static func request(
        _ options: PublicKeyCredentialCreationOptions, rpID: String, algorithms: [COSEAlgorithm],
        clientDataHash: [UInt8], extensions: RegistrationExtensionInputs, for capabilities: AuthenticatorCapabilities
    ) throws(WebAuthnError) -> MakeCredentialRequest {
        let selection = options.authenticatorSelection
        if let wanted = selection.authenticatorAttachment, wanted != capabilities.attachment {
            throw WebAuthnError(
                .notAllowedError,
                "authenticatorSelection.authenticatorAttachment asks for a \(wanted.rawValue) authenticator, this one "
                    + "is \(capabilities.attachment.rawValue)")
        }
        // Section 5.1.3.1 names the errors for unavailable features.
        guard selection.residentKey != .required || capabilities.residentKeys else {
            throw WebAuthnError(
                .constraintError,
                "authenticatorSelection.residentKey is required, but this authenticator has no discoverable credentials"
            )
        }
        guard selection.userVerification != .required || capabilities.userVerification else {
            throw WebAuthnError(
                .constraintError,
                "authenticatorSelection.userVerification is required, but this authenticator cannot verify its user")
        }
        let supported = algorithms.filter(capabilities.algorithms.contains)
        guard !supported.isEmpty else {
            throw WebAuthnError(
                .notSupportedError,
                "pubKeyCredParams offers \(list(algorithms)), this authenticator has \(list(capabilities.algorithms))")
        }
        return MakeCredentialRequest(
            clientDataHash: clientDataHash,
            rpID: rpID,
            rpName: options.rp.name,
            user: options.user,
            algorithms: supported,
            excludeCredentials: options.excludeCredentials,
            requireResidentKey: selection.residentKey != .discouraged && capabilities.residentKeys,
            requireUserVerification: selection.userVerification != .discouraged && capabilities.userVerification,
            attestation: options.attestation,
            attestationFormats: options.attestation == .none ? [.none] : options.attestationFormats,
            extensions: extensions)
    }

    private static func list(_ algorithms: [COSEAlgorithm]) -> String {
        algorithms.map(\.description).joined(separator: ", ")
    }
}
