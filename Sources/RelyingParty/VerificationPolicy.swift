import ToqueEncoding
import ToqueWebAuthn

/// What a relying party accepts beyond what the options of a ceremony say. Strict by default, except where clients and
/// authenticators may differ by the specification: `unsolicitedExtensions`.
public struct VerificationPolicy: Sendable, Hashable {
    public enum Requirement: String, Sendable, Hashable, CaseIterable {
        case required, optional
    }

    /// What becomes of a ceremony that fails a check which the specification leaves to the relying party.
    public enum Reaction: String, Sendable, Hashable, CaseIterable {
        /// The ceremony fails.
        case reject
        /// The check is listed as not passed, and the ceremony goes on.
        case report
    }

    public enum TPMVendors: String, Sendable, Hashable, CaseIterable {
        /// One of the TCG's vendor ID registry.
        case registered
        case any
    }

    public enum U2FAAGUID: String, Sendable, Hashable, CaseIterable {
        /// Zero, as U2F has no AAGUID and its keys could claim another model's.
        case zero
        case any
    }

    /// Exact origins: `https://example.org`, or `android:apk-key-hash:...` for an app.
    public var origins: [String]
    /// Whether a frame that is not same-origin with its ancestors may run the ceremony.
    public var allowCrossOrigin: Bool
    /// Exact origins of the pages that may embed it.
    public var topOrigins: [String]
    /// Whether an assertion may be a payment's, of type `payment.get` (Secure Payment Confirmation).
    public var allowPayment: Bool
    /// Whether UP must be set.
    public var userPresence: Requirement
    /// Overrides the options' user verification; nil leaves it to them.
    public var userVerification: UserVerificationRequirement?
    /// Attestation statement formats, that of a compound statement and those of its parts; all that this library
    /// verifies where it is nil.
    public var allowedFormats: Set<AttestationFormat>?
    /// What the attestation may be; one with certificates must be trusted too.
    public var attestationTypes: Set<AttestationType>
    /// What attestation certificates must lead to (steps 23 and 24 of section 7.1).
    public var trustAnchors: TrustAnchors
    /// What is known of authenticator models, and more trust anchors for those.
    public var metadata: MetadataBLOB?
    /// The highest `no` of a metadata BLOB seen so far: one with a lower number does not count. Nil takes any.
    public var minimumMetadataNumber: Int?
    /// Attestation certificates that lead to no trust anchor. Where it is reported, the statement's signature and its
    /// certificate have been verified, and the certificate is no more than a claim.
    public var untrustedAttestation: Reaction
    /// The manufacturer of a TPM (section 8.3.1).
    public var tpmVendors: TPMVendors
    /// Whether the authorization lists of an Android key must say that it was generated in the device, to sign
    /// (section 8.4). What they say must be right in any case.
    public var androidKeyAuthorizations: Requirement
    /// The AAGUID that a U2F key's registration names.
    public var u2fAAGUID: U2FAAGUID
    /// Whether RSASSA-PKCS1-v1_5 with SHA-1 counts: in a TPM statement, and for a credential key that a TPM attests
    /// where the options offer it.
    public var allowRS1: Bool
    /// Seconds that a SafetyNet response counts; nil for ever.
    public var safetyNetMaxAge: Int?
    /// BS without BE (section 6.1.3), and BE that is not what it was at registration.
    public var backupFlags: Reaction
    /// Bytes, at most the specification's 1023.
    public var maximumCredentialIDLength: Int
    /// When the ceremony is taken to happen; nil is the time of the relying party's clock.
    public var time: Timestamp?
    /// Credential IDs of all users, none of which may be registered again.
    public var knownCredentialIDs: Set<[UInt8]>
    /// A signature counter that did not grow (section 6.1.1).
    public var counter: Reaction
    /// Extension outputs that the options did not ask for. Clients and authenticators may add some, and a relying party
    /// has to be prepared for them (steps 28 of section 7.1 and 23 of section 7.2), so that the default is to report.
    public var unsolicitedExtensions: Reaction

    public init(
        origins: [String], allowCrossOrigin: Bool = false, topOrigins: [String] = [], allowPayment: Bool = false,
        userPresence: Requirement = .required, userVerification: UserVerificationRequirement? = nil,
        allowedFormats: Set<AttestationFormat>? = nil,
        attestationTypes: Set<AttestationType> = Set(AttestationType.allCases), trustAnchors: TrustAnchors = .init(),
        metadata: MetadataBLOB? = nil, minimumMetadataNumber: Int? = nil, untrustedAttestation: Reaction = .reject,
        tpmVendors: TPMVendors = .registered,
        androidKeyAuthorizations: Requirement = .required, u2fAAGUID: U2FAAGUID = .zero, allowRS1: Bool = false,
        safetyNetMaxAge: Int? = 60, backupFlags: Reaction = .reject, maximumCredentialIDLength: Int = 1023,
        knownCredentialIDs: Set<[UInt8]> = [], counter: Reaction = .reject, unsolicitedExtensions: Reaction = .report,
        time: Timestamp? = nil
    ) {
        self.origins = origins
        self.allowCrossOrigin = allowCrossOrigin
        self.topOrigins = topOrigins
        self.allowPayment = allowPayment
        self.userPresence = userPresence
        self.userVerification = userVerification
        self.allowedFormats = allowedFormats
        self.attestationTypes = attestationTypes
        self.trustAnchors = trustAnchors
        self.metadata = metadata
        self.minimumMetadataNumber = minimumMetadataNumber
        self.untrustedAttestation = untrustedAttestation
        self.tpmVendors = tpmVendors
        self.androidKeyAuthorizations = androidKeyAuthorizations
        self.u2fAAGUID = u2fAAGUID
        self.allowRS1 = allowRS1
        self.safetyNetMaxAge = safetyNetMaxAge
        self.backupFlags = backupFlags
        self.maximumCredentialIDLength = maximumCredentialIDLength
        self.time = time
        self.knownCredentialIDs = knownCredentialIDs
        self.counter = counter
        self.unsolicitedExtensions = unsolicitedExtensions
    }
}
