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
    /// The authenticator data is cut short, has bytes that no flag announces, an empty credential ID or CBOR that is
    /// not canonical, or has more than 64 KiB.
    case malformedAuthenticatorData = "malformed_authenticator_data"
    /// The credential public key is no valid COSE_Key: members, curve, a point off the curve, a weak RSA modulus.
    case malformedPublicKey = "malformed_public_key"
    /// The attestation statement does not have the members of its format; for `none` it must be an empty map.
    case malformedAttestationStatement = "malformed_attestation_statement"

    // Client data

    /// `type` is not that of the ceremony; `payment.get` counts only where the policy allows payments.
    case typeMismatch = "type_mismatch"
    /// `challenge` is not the one that the options carried.
    case challengeMismatch = "challenge_mismatch"
    /// `origin` is not one of the policy's origins.
    case originNotAllowed = "origin_not_allowed"
    /// `crossOrigin` is true and the policy does not allow it.
    case crossOriginNotAllowed = "cross_origin_not_allowed"
    /// `topOrigin` is none of the policy's, or stands where `crossOrigin` is not true.
    case topOriginNotAllowed = "top_origin_not_allowed"

    // Authenticator data

    /// The RP ID hash is not the SHA-256 of the expected RP ID; in an assertion for which the client says that it used
    /// the requested AppID, not that of the AppID.
    case rpIDHashMismatch = "rp_id_hash_mismatch"
    /// UP is not set, and this is no conditional creation.
    case userNotPresent = "user_not_present"
    /// UV is not set where user verification is required.
    case userNotVerified = "user_not_verified"
    /// BS is set without BE.
    case invalidBackupFlags = "invalid_backup_flags"
    /// BE is not what it was at registration.
    case backupEligibilityChanged = "backup_eligibility_changed"
    /// AT is not set: a registration without a credential.
    case attestedCredentialMissing = "attested_credential_missing"
    /// AT is set in an assertion.
    case attestedCredentialUnexpected = "attested_credential_unexpected"
    /// An extension output that the options did not ask for, where the policy refuses such outputs.
    case extensionNotRequested = "extension_not_requested"

    // Registration

    /// The key's algorithm was not offered in `pubKeyCredParams`, or is RS1 where the policy or another format than a
    /// TPM's does not allow that.
    case algorithmNotAllowed = "algorithm_not_allowed"
    /// The key's algorithm is one that this library cannot compute.
    case algorithmUnsupported = "algorithm_unsupported"
    /// The attestation statement format is not known.
    case attestationFormatUnsupported = "attestation_format_unsupported"
    /// The policy does not accept this attestation statement format.
    case attestationFormatNotAllowed = "attestation_format_not_allowed"
    /// `alg` is not the credential key's algorithm in self attestation, or does not go with the certificate's key.
    case attestationAlgorithmMismatch = "attestation_algorithm_mismatch"
    /// The attestation signature does not verify.
    case badAttestationSignature = "bad_attestation_signature"
    /// The attestation signature is by SHA-1 (RS1), which only a TPM's may be, and only where the policy says so.
    case attestationAlgorithmNotAllowed = "attestation_algorithm_not_allowed"
    /// The attestation certificate breaks the rules of its format: version, subject, CA flag, key usage, extensions.
    case attestationCertificateInvalid = "attestation_certificate_invalid"
    /// The attestation certificate is another AAGUID's, or a U2F key claims an AAGUID that is not zero.
    case attestationAAGUIDMismatch = "attestation_aaguid_mismatch"
    /// The statement speaks of another key than the credential's.
    case attestationKeyMismatch = "attestation_key_mismatch"
    /// The statement was made for other authenticator data or client data: its nonce, challenge or extraData.
    case attestationNonceMismatch = "attestation_nonce_mismatch"
    /// The TPM's manufacturer is none of the registered ones.
    case tpmVendorNotRegistered = "tpm_vendor_not_registered"
    /// The authorization lists of an Android key let others use it, or do not say that it was made to sign in the
    /// device.
    case androidKeyNotAuthorized = "android_key_not_authorized"
    /// SafetyNet did not find the device's integrity in order (`ctsProfileMatch`).
    case safetyNetIntegrityFailed = "safetynet_integrity_failed"
    /// The SafetyNet response is older than the policy allows, or of the future.
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
    /// The metadata says that user verification can be bypassed, where it is required.
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
    /// `userHandle` is absent where the options named no credential, so that nothing says who the user is.
    case userHandleMissing = "user_handle_missing"
    /// `userHandle` is not that of the credential's owner.
    case userHandleMismatch = "user_handle_mismatch"
    /// The signature does not verify with the stored key.
    case badSignature = "bad_signature"
    /// The signature counter did not grow.
    case counterRegressed = "counter_regressed"

    // The ceremony document

    /// The document of a ceremony is not strict JSON, or a member other than the three below is missing or wrong.
    case malformedCeremony = "malformed_ceremony"
    /// The options are not those of W3C's JSON (sections 5.1.8 and 5.1.9).
    case malformedOptions = "malformed_options"
    /// The response is not W3C's JSON of it, `toJSON()` in section 5.1.
    case malformedResponse = "malformed_response"
    /// A trust anchor is no certificate in DER or PEM.
    case malformedTrustAnchor = "malformed_trust_anchor"
}
