import ToqueCrypto
import ToqueWebAuthn

extension Verification {
    private static let types = [CollectedClientData.Ceremony.get.rawValue]
    private static let typesWithPayment = types + ["payment.get"]

    /// Section 7.2. The caller does steps 1 to 4, which end with the response.
    mutating func authenticate(
        _ ceremony: AuthenticationCeremony
    ) throws(VerificationFailure) -> AuthenticatedCredential {
        let (options, response, stored) = (ceremony.options, ceremony.response, ceremony.credential)
        // 5. The credential is one of allowCredentials.
        if !options.allowCredentials.isEmpty {
            try check(
                .allowedCredential, options.allowCredentials.contains { $0.id == response.credentialID },
                .credentialNotAllowed, "the credential is not listed in allowCredentials")
        }
        // 6. It is the stored one, and the user handle is its owner's.
        try check(
            .storedCredential, stored.id == response.credentialID, .credentialUnknown,
            "the response's id is not the stored credential's")
        try verifyUserHandle(response.userHandle, of: stored, isIdentified: !options.allowCredentials.isEmpty)
        // 7-14. The client data.
        try verifyClientData(
            response.clientDataJSON, types: policy.allowPayment ? Self.typesWithPayment : Self.types,
            challenge: options.challenge)
        // 15-18. RP ID hash and flags. An assertion carries no credential (section 6.1).
        let data = try parseAuthenticatorData(response.authenticatorData)
        try check(
            .attestedCredential, data.attestedCredentialData == nil, .attestedCredentialUnexpected,
            "AT is set in an assertion")
        try verifyAuthenticatorData(
            data, scope: Self.appID(options, response) ?? ceremony.rpID, userVerification: options.userVerification)
        // 19. BE never changes (section 6.1.3).
        try check(
            .backupEligibility, data.flags.contains(.backupEligible) == stored.backupEligible,
            .backupEligibilityChanged,
            "BE is \(stored.backupEligible ? "not set, but was" : "set, but was not") at registration",
            reaction: policy.backupFlags)
        // 20, 21. The signature is over authData and the client data's hash.
        let key = try importPublicKey(stored.publicKey, allowRS1: policy.allowRS1)
        let message = response.authenticatorData + Digest.sha256(response.clientDataJSON)
        try check(
            .signature,
            response.signature.count <= ResponseLimits.signature
                && key.verifying.verify(response.signature, of: message), .badSignature,
            "the signature does not verify with the stored key")
        // 22. The counter grows, unless it is not used.
        let counts = data.signCount != 0 || stored.signCount != 0
        try check(
            .counter, !counts || data.signCount > stored.signCount, .counterRegressed,
            "the signature counter is \(data.signCount), expected more than \(stored.signCount)",
            reaction: policy.counter)
        // 23. Extension outputs.
        try verifyExtensions(
            client: response.clientExtensionResults, authenticator: data.extensions, requested: options.extensions)
        // 24, 25. The new state. A counter that is too low, if only reported, does not lower the stored one.
        var credential = stored
        credential.signCount = max(data.signCount, stored.signCount)
        credential.backupState = data.flags.contains(.backupState)
        return AuthenticatedCredential(credential: credential, flags: data.flags)
    }

    /// The AppID of a U2F credential, if the client says that it used the AppID (section 10.1.1): the hash is then the
    /// AppID's instead of the RP ID's.
    private static func appID(
        _ options: PublicKeyCredentialRequestOptions, _ response: AuthenticationResponse
    ) -> String? {
        guard response.clientExtensionResults["appid"] == true else { return nil }
        return options.extensions["appid"]?.stringValue
    }

    /// Step 6. If the options' credentials identified the user, the handle is optional. If present, it must be right.
    private mutating func verifyUserHandle(
        _ userHandle: [UInt8]?, of stored: StoredCredential, isIdentified: Bool
    ) throws(VerificationFailure) {
        guard let userHandle else {
            return try check(
                .userHandle, isIdentified, .userHandleMissing,
                "userHandle is absent, and the options named no credential")
        }
        try check(
            .userHandle, stored.userHandle.map { $0 == userHandle } ?? true, .userHandleMismatch,
            "userHandle is not that of the credential's owner")
    }
}
