/// A check, with the step of WebAuthn Level 3 that requires it.
public struct Check: Sendable, Hashable {
    /// The specification's section of the ceremony.
    public enum Section: String, Sendable, Hashable {
        /// Registering a New Credential.
        case registration = "7.1"
        /// Verifying an Authentication Assertion.
        case authentication = "7.2"
    }

    /// The subject of the check.
    public enum Name: String, Sendable, Hashable, CaseIterable {
        case allowedCredential = "allowed_credential"
        case storedCredential = "stored_credential"
        case userHandle = "user_handle"
        case clientData = "client_data"
        case type, challenge, origin
        case crossOrigin = "cross_origin"
        case topOrigin = "top_origin"
        case attestationObject = "attestation_object"
        /// Only reported, never a reason to refuse: real authenticators depart from CTAP2's canonical form here.
        case attestationObjectOrder = "attestation_object_order"
        case authenticatorData = "authenticator_data"
        case attestedCredential = "attested_credential"
        case rpIDHash = "rp_id_hash"
        case userPresence = "user_presence"
        case userVerification = "user_verification"
        case backupFlags = "backup_flags"
        case backupEligibility = "backup_eligibility"
        case publicKey = "public_key"
        case algorithm
        case attestationFormat = "attestation_format"
        case attestationStatement = "attestation_statement"
        case attestationAlgorithm = "attestation_algorithm"
        case attestationSignature = "attestation_signature"
        case attestationCertificate = "attestation_certificate"
        case attestationAAGUID = "attestation_aaguid"
        case attestationKey = "attestation_key"
        case attestationNonce = "attestation_nonce"
        case tpmVendor = "tpm_vendor"
        case androidKeyAuthorizations = "android_key_authorizations"
        case safetyNetIntegrity = "safetynet_integrity"
        case safetyNetAge = "safetynet_age"
        case metadata, attestationType = "attestation_type"
        case attestationTrust = "attestation_trust"
        case authenticatorStatus = "authenticator_status"
        case credentialID = "credential_id"
        case credentialIDLength = "credential_id_length"
        case newCredential = "new_credential"
        case signature, counter, extensions
    }

    public let section: Section
    public let name: Name
    /// False for the check that failed the ceremony, and for failures that the policy only reports.
    public let passed: Bool

    /// The number of the step in its section.
    public var step: Int {
        let (registration, authentication) = steps
        return section == .registration ? registration : authentication
    }

    /// The step in section 7.1 and in section 7.2; 0 if the section has no such check.
    private var steps: (registration: Int, authentication: Int) {
        switch name {
        case .allowedCredential: (0, 5)
        case .storedCredential, .userHandle: (0, 6)
        case .clientData: (6, 9)
        case .type: (7, 10)
        case .challenge: (8, 11)
        case .origin: (9, 12)
        case .crossOrigin: (10, 13)
        case .topOrigin: (11, 14)
        case .attestationObject, .attestationObjectOrder: (13, 0)
        // Section 7.2 names the authenticator data in step 7 and first reads it in step 15.
        case .authenticatorData, .attestedCredential: (13, 15)
        case .rpIDHash: (14, 15)
        case .userPresence: (15, 16)
        case .userVerification: (16, 17)
        case .backupFlags: (17, 18)
        case .backupEligibility: (0, 19)
        case .publicKey: (20, 21)
        case .algorithm: (20, 0)
        case .attestationFormat: (21, 0)
        case .attestationStatement, .attestationAlgorithm, .attestationSignature, .attestationCertificate,
            .attestationAAGUID, .attestationKey, .attestationNonce, .tpmVendor, .androidKeyAuthorizations,
            .safetyNetIntegrity, .safetyNetAge:
            (22, 0)
        case .metadata: (23, 0)
        case .attestationType, .attestationTrust, .authenticatorStatus: (24, 0)
        case .credentialID, .credentialIDLength: (25, 0)
        case .newCredential: (26, 0)
        case .signature: (0, 21)
        case .counter: (0, 22)
        case .extensions: (28, 23)
        }
    }
}
