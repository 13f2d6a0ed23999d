import ToqueEncoding
import ToqueWebAuthn

/// A relying party's rules beyond the options of a ceremony. Strict by default, except where the specification lets
/// clients and authenticators differ: `unsolicitedExtensions`.
public struct VerificationPolicy: Sendable, Hashable {
    public enum Requirement: String, Sendable, Hashable, CaseIterable {
        case required, optional
    }

    /// The consequence of failing a check that the specification leaves to the relying party.
    public enum Reaction: String, Sendable, Hashable, CaseIterable {
        /// The ceremony fails.
        case reject
        /// The check is listed as failed, and the ceremony continues.
        case report
    }

    public enum TPMVendors: String, Sendable, Hashable, CaseIterable {
        /// A manufacturer from the TCG's vendor ID registry.
        case registered
        case any
    }

    public enum U2FAAGUID: String, Sendable, Hashable, CaseIterable {
        /// Zero: U2F has no AAGUID, and its keys could claim another model's.
        case zero
        case any
    }

    /// Exact origins: `https://example.org`, or `android:apk-key-hash:...` for an app.
    public var origins: [String]
    /// True to allow the ceremony in a frame that is not same-origin with its ancestors.
    public var allowCrossOrigin: Bool
    /// Exact origins of the pages that may embed the ceremony.
    public var topOrigins: [String]
    /// True to allow payment assertions, of type `payment.get` (Secure Payment Confirmation).
    public var allowPayment: Bool
    /// True to require UP.
    public var userPresence: Requirement
    /// Overrides the options' user verification; nil follows the options.
    public var userVerification: UserVerificationRequirement?
    /// The accepted attestation statement formats, including those of a compound statement's parts; nil accepts all
    /// that this library verifies.
    public var allowedFormats: Set<AttestationFormat>?
    /// The accepted attestation types. One with certificates must also be trusted.
    public var attestationTypes: Set<AttestationType>
    /// The trust anchors of attestation certificates (steps 23 and 24 of section 7.1).
    public var trustAnchors: TrustAnchors
    /// Metadata about authenticator models, with their additional trust anchors.
    public var metadata: MetadataBLOB?
    /// The highest `no` of a metadata BLOB seen so far: a BLOB with a lower number is refused. Nil accepts any.
    public var minimumMetadataNumber: Int?
    /// For attestation certificates that lead to no trust anchor. If only reported, the statement's signature and its
    /// certificate have been verified, and the certificate is merely a claim.
    public var untrustedAttestation: Reaction
    /// For the manufacturer of a TPM (section 8.3.1).
    public var tpmVendors: TPMVendors
    /// For the authorization lists of an Android key that do not state that the key was generated in the device, to
    /// sign (section 8.4). What they do state must always be right.
    public var androidKeyAuthorizations: Requirement
    /// For the AAGUID in a U2F key's registration.
    public var u2fAAGUID: U2FAAGUID
    /// True to accept RSASSA-PKCS1-v1_5 with SHA-1 in a TPM statement, and for a credential key that a TPM attests if
    /// the options offer it.
    public var allowRS1: Bool
    /// The maximum age of a SafetyNet response in seconds; nil for no limit.
    public var safetyNetMaxAge: Int?
    /// For BS without BE (section 6.1.3), and BE that differs from registration.
    public var backupFlags: Reaction
    /// In bytes; at most the specification's 1023.
    public var maximumCredentialIDLength: Int
    /// The time of the ceremony; nil uses the relying party's clock.
    public var time: Timestamp?
    /// The credential IDs of all users. None of them may be registered again.
    public var knownCredentialIDs: Set<[UInt8]>
    /// For a signature counter that did not grow (section 6.1.1).
    public var counter: Reaction
    /// For extension outputs that the options did not request. Clients and authenticators may add some, and a relying
    /// party must be prepared for them (steps 28 of section 7.1 and 23 of section 7.2), so the default is to report.
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
