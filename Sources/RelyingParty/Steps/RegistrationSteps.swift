import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

extension Verification {
    /// Section 5.1.3: the meaning of an empty pubKeyCredParams.
    private static let defaultAlgorithms: [COSEAlgorithm] = [.es256, .rs256]

    /// Section 7.1. The caller does steps 1 to 4, which end with the response.
    mutating func register(_ ceremony: RegistrationCeremony) throws(VerificationFailure) -> RegisteredCredential {
        let (options, response) = (ceremony.options, ceremony.response)
        // 5-11. The client data.
        try verifyClientData(
            response.clientDataJSON, types: [CollectedClientData.Ceremony.create.rawValue],
            challenge: options.challenge)
        // 12. hash
        let hash = Digest.sha256(response.clientDataJSON)
        // 13. The attestation object and the authenticator data in it.
        let object = try parseAttestationObject(response.attestationObject)
        let data = try parseAuthenticatorData(object.authenticatorData)
        let attested = try check(.attestedCredential) { () throws(VerificationFailure) in
            guard let attested = data.attestedCredentialData else {
                throw VerificationFailure(.attestedCredentialMissing, "AT is not set, so that there is no credential")
            }
            return attested
        }
        // 14-17. RP ID hash and flags. (18, 19: BE and BS are handed to the caller.)
        try verifyAuthenticatorData(
            data, scope: ceremony.rpID, isConditional: ceremony.mediation == .conditional,
            userVerification: options.authenticatorSelection.userVerification)
        // 20. The key and its algorithm.
        let offered = options.pubKeyCredParams.isEmpty ? Self.defaultAlgorithms : options.pubKeyCredParams
        let key = try importPublicKey(
            attested.credentialPublicKey, offered: offered, allowRS1: policy.allowRS1 && object.format == .tpm)
        try verifyAlgorithm(of: key.value, offered: offered)
        // 21-24. The attestation statement.
        let attestation = try verifyAttestation(
            object,
            AttestationInput(
                authenticatorData: object.authenticatorData, clientDataHash: hash, data: data, attested: attested,
                publicKey: key.value, credentialKey: key.verifying, time: policy.time ?? clock(),
                isEnterprise: options.attestation == .enterprise),
            userVerification: isUserVerificationRequired(options.authenticatorSelection.userVerification))
        // 25. The credential ID has at most 1023 bytes and is the response's.
        let limit = min(policy.maximumCredentialIDLength, 1023)
        try check(
            .credentialIDLength, attested.credentialID.count <= limit, .credentialIDTooLong,
            "the credential ID has \(attested.credentialID.count) bytes, at most \(limit) are allowed")
        try check(
            .credentialID, attested.credentialID == response.credentialID, .credentialIDMismatch,
            "the response's id is not the credential ID in the authenticator data")
        // 26. No user has registered it yet.
        try check(
            .newCredential, !policy.knownCredentialIDs.contains(attested.credentialID), .credentialAlreadyRegistered,
            "the credential ID is registered already")
        // 28. Extension outputs, which do not depend on the record of step 27.
        try verifyExtensions(
            client: response.clientExtensionResults, authenticator: data.extensions, requested: options.extensions)
        // 27, 29. The credential record. Its optional transports and UV are in the response and in the flags.
        return RegisteredCredential(
            credential: StoredCredential(
                id: attested.credentialID, publicKey: attested.credentialPublicKey, signCount: data.signCount,
                backupEligible: data.flags.contains(.backupEligible), backupState: data.flags.contains(.backupState),
                userHandle: options.user.id),
            attestation: attestation, flags: data.flags, algorithm: key.value.algorithm)
    }
}
