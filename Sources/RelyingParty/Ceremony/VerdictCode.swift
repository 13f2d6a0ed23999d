/// Why a ceremony is refused: one code for each rule, stable for programs to act on. `docs/verdicts.md` is this table,
/// taken from the sentences below.
public enum VerdictCode: String, Sendable, Hashable, CaseIterable {
    // Input that cannot be read

    /// clientDataJSON is not strict JSON in UTF-8 with the members that section 5.8.1 requires, or has more than 64
    /// KiB.
    case malformedClientData = "malformed_client_data"
    /// The attestation object is not well-formed CBOR with exactly `fmt`, `attStmt` and `authData`, or has more than
    /// 64 KiB.
    case malformedAttestationObject = "malformed_attestation_object"
    /// The authenticator data is too short or has more than 64 KiB, bytes without a flag for them, an empty credential ID
    /// or non-canonical CBOR.
    case malformedAuthenticatorData = "malformed_authenticator_data"
    /// The credential public key is not a valid COSE_Key: wrong members or curve, a point off the curve, a weak RSA
    /// modulus.
    case malformedPublicKey = "malformed_public_key"
    /// The attestation statement does not have the members of its format; for `none` it must be an empty map.
    case malformedAttestationStatement = "malformed_attestation_statement"

    // Client data

    /// `type` is not that of the ceremony; `payment.get` counts only if the policy allows payments.
    case typeMismatch = "type_mismatch"
    /// `challenge` is not the one in the options.
    case challengeMismatch = "challenge_mismatch"
    /// `origin` is not one of the policy's origins.
    case originNotAllowed = "origin_not_allowed"
    /// `crossOrigin` is true and the policy does not allow it.
    case crossOriginNotAllowed = "cross_origin_not_allowed"
    /// `topOrigin` is not one of the policy's, or is present although `crossOrigin` is not true.
    case topOriginNotAllowed = "top_origin_not_allowed"

    // Authenticator data

    /// The RP ID hash is not the SHA-256 of the expected RP ID. In an assertion it may be that of the requested AppID, if
    /// the client reports that it used it.
    case rpIDHashMismatch = "rp_id_hash_mismatch"
    /// UP is not set, and this is not a conditional creation.
    case userNotPresent = "user_not_present"
    /// UV is not set, but user verification is required.
    case userNotVerified = "user_not_verified"
    /// BS is set without BE.
    case invalidBackupFlags = "invalid_backup_flags"
    /// BE has changed since registration.
    case backupEligibilityChanged = "backup_eligibility_changed"
    /// AT is not set: a registration without a credential.
    case attestedCredentialMissing = "attested_credential_missing"
    /// AT is set in an assertion.
    case attestedCredentialUnexpected = "attested_credential_unexpected"
    /// An extension output was not requested in the options, and the policy refuses such outputs.
    case extensionNotRequested = "extension_not_requested"

    // Registration

    /// The key's algorithm was not offered in `pubKeyCredParams`, or is RS1 and the policy or a format other than a
    /// TPM's does not allow that.
    case algorithmNotAllowed = "algorithm_not_allowed"
    /// This library does not support the key's algorithm.
    case algorithmUnsupported = "algorithm_unsupported"
    /// The attestation statement format is unknown.
    case attestationFormatUnsupported = "attestation_format_unsupported"
    /// The policy does not accept this attestation statement format.
    case attestationFormatNotAllowed = "attestation_format_not_allowed"
    /// `alg` is not the credential key's algorithm in self attestation, or does not fit the certificate's key.
    case attestationAlgorithmMismatch = "attestation_algorithm_mismatch"
    /// The attestation signature does not verify.
    case badAttestationSignature = "bad_attestation_signature"
    /// The attestation signature uses SHA-1 (RS1), which only a TPM may use, and only if the policy allows it.
    case attestationAlgorithmNotAllowed = "attestation_algorithm_not_allowed"
    /// The attestation certificate breaks the rules of its format: version, subject, CA flag, key usage, extensions.
    case attestationCertificateInvalid = "attestation_certificate_invalid"
    /// The attestation certificate is another AAGUID's, or a U2F key claims an AAGUID that is not zero.
    case attestationAAGUIDMismatch = "attestation_aaguid_mismatch"
    /// The statement attests a key other than the credential's.
    case attestationKeyMismatch = "attestation_key_mismatch"
    /// The statement was made for other authenticator data or client data: its nonce, challenge or extraData.
    case attestationNonceMismatch = "attestation_nonce_mismatch"
    /// The TPM's manufacturer is not a registered one.
    case tpmVendorNotRegistered = "tpm_vendor_not_registered"
    /// The authorization lists of an Android key let others use it, or do not confirm that it was made for signing in
    /// the device.
    case androidKeyNotAuthorized = "android_key_not_authorized"
    /// SafetyNet did not confirm the device's integrity (`ctsProfileMatch`).
    case safetyNetIntegrityFailed = "safetynet_integrity_failed"
    /// The SafetyNet response is older than the policy allows, or from the future.
    case safetyNetExpired = "safetynet_expired"

    // Trust

    /// The attestation certificates lead to no configured trust anchor, by the rules of RFC 5280.
    case attestationNotTrusted = "attestation_not_trusted"
    /// A certificate of the chain is not valid at the time of verification.
    case attestationCertificateExpired = "attestation_certificate_expired"
    /// The metadata's `nextUpdate` has passed: an authenticator may have been revoked since.
    case metadataOutdated = "metadata_outdated"
    /// The metadata's `no` is lower than one seen before.
    case metadataRolledBack = "metadata_rolled_back"
    /// The metadata says that the authenticator's certification was revoked.
    case authenticatorRevoked = "authenticator_revoked"
    /// The metadata says that keys of this authenticator, its attestation or its users are compromised.
    case authenticatorCompromised = "authenticator_compromised"
    /// The metadata says that user verification can be bypassed, and the ceremony requires it.
    case userVerificationBypassed = "user_verification_bypassed"
    /// The policy does not accept this attestation type.
    case attestationTypeNotAllowed = "attestation_type_not_allowed"
    /// The response's credential ID is not the one in the authenticator data.
    case credentialIDMismatch = "credential_id_mismatch"
    /// The credential ID has more than 1023 bytes, or more than the policy allows.
    case credentialIDTooLong = "credential_id_too_long"
    /// The credential ID is registered already.
    case credentialAlreadyRegistered = "credential_already_registered"

    // Authentication

    /// The credential is not listed in `allowCredentials`.
    case credentialNotAllowed = "credential_not_allowed"
    /// The response's credential is not the stored one.
    case credentialUnknown = "credential_unknown"
    /// `userHandle` is absent, and the options named no credential: nothing identifies the user.
    case userHandleMissing = "user_handle_missing"
    /// `userHandle` is not that of the credential's owner.
    case userHandleMismatch = "user_handle_mismatch"
    /// The signature does not verify with the stored key.
    case badSignature = "bad_signature"
    /// The signature counter did not grow.
    case counterRegressed = "counter_regressed"

    // The ceremony document

    /// The ceremony document is not strict JSON, or a member other than the three below is missing or wrong.
    case malformedCeremony = "malformed_ceremony"
    /// The options are not in W3C's JSON form (sections 5.1.8 and 5.1.9).
    case malformedOptions = "malformed_options"
    /// The response is not in W3C's JSON form, that of `toJSON()` in section 5.1.
    case malformedResponse = "malformed_response"
    /// A trust anchor is not a certificate in DER or PEM.
    case malformedTrustAnchor = "malformed_trust_anchor"
}
