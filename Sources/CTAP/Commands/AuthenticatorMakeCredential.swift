import ToqueCBOR
import ToqueCOSE
import ToqueWebAuthn

/// authenticatorMakeCredential, 0x01 (CTAP 2.3 section 6.1).
public struct AuthenticatorMakeCredential: Sendable, Hashable {
    /// An entry of pubKeyCredParams.
    public struct Parameter: Sendable, Hashable {
        public var type: String
        public var algorithm: COSEAlgorithm

        public init(type: String = "public-key", algorithm: COSEAlgorithm) {
            self.type = type
            self.algorithm = algorithm
        }
    }

    public var clientDataHash: [UInt8]
    public var rp: PublicKeyCredentialRPEntity
    /// Names that were not sent are empty.
    public var user: PublicKeyCredentialUserEntity
    /// Most wanted first.
    public var pubKeyCredParams: [Parameter]
    public var excludeList: [CTAPCredentialDescriptor]
    public var extensions: Extensions
    public var options: CTAPOptions
    /// nil where it was not sent; empty where it asks for a touch alone.
    public var pinUvAuthParam: [UInt8]?
    /// As it was sent, for unknown ones have a status of their own.
    public var pinUvAuthProtocol: UInt64?
    public var enterpriseAttestation: UInt64?
    /// Attestation formats, most wanted first (since CTAP 2.2); nil where it was not sent.
    public var attestationFormatsPreference: [String]?

    public init(
        clientDataHash: [UInt8], rp: PublicKeyCredentialRPEntity, user: PublicKeyCredentialUserEntity,
        pubKeyCredParams: [Parameter], excludeList: [CTAPCredentialDescriptor] = [],
        extensions: Extensions = Extensions(), options: CTAPOptions = CTAPOptions(), pinUvAuthParam: [UInt8]? = nil,
        pinUvAuthProtocol: UInt64? = nil, enterpriseAttestation: UInt64? = nil,
        attestationFormatsPreference: [String]? = nil
    ) {
        self.clientDataHash = clientDataHash
        self.rp = rp
        self.user = user
        self.pubKeyCredParams = pubKeyCredParams
        self.excludeList = excludeList
        self.extensions = extensions
        self.options = options
        self.pinUvAuthParam = pinUvAuthParam
        self.pinUvAuthProtocol = pinUvAuthProtocol
        self.enterpriseAttestation = enterpriseAttestation
        self.attestationFormatsPreference = attestationFormatsPreference
    }

    /// The inputs of the extensions that are known; others are passed over.
    public struct Extensions: Sendable, Hashable {
        /// As it was sent: 1 to 3 are levels.
        public var credProtect: UInt64?
        public var hmacSecret: Bool?
        public var hmacSecretMC: HMACSecretInput?
        public var thirdPartyPayment: Bool?
        public var credBlob: [UInt8]?
        public var largeBlobKey: Bool?
        /// The extension that authenticators have instead of largeBlobKey (since CTAP 2.3).
        public var largeBlob: LargeBlobSupport?
        public var minPinLength: Bool?
        public var pinComplexityPolicy: Bool?

        public init(
            credProtect: UInt64? = nil, hmacSecret: Bool? = nil, hmacSecretMC: HMACSecretInput? = nil,
            thirdPartyPayment: Bool? = nil, credBlob: [UInt8]? = nil, largeBlobKey: Bool? = nil,
            largeBlob: LargeBlobSupport? = nil, minPinLength: Bool? = nil, pinComplexityPolicy: Bool? = nil
        ) {
            self.credProtect = credProtect
            self.hmacSecret = hmacSecret
            self.hmacSecretMC = hmacSecretMC
            self.thirdPartyPayment = thirdPartyPayment
            self.credBlob = credBlob
            self.largeBlobKey = largeBlobKey
            self.largeBlob = largeBlob
            self.minPinLength = minPinLength
            self.pinComplexityPolicy = pinComplexityPolicy
        }
    }

    public struct Response: Sendable, Hashable {
        public var attestationObject: AttestationObject
        /// Whether enterprise attestation was given.
        public var epAtt: Bool?
        public var largeBlobKey: [UInt8]?
        /// What extensions say outside of what is signed (since CTAP 2.2); nil for none.
        public var unsignedExtensionOutputs: CBORMap?

        public init(
            attestationObject: AttestationObject, epAtt: Bool? = nil, largeBlobKey: [UInt8]? = nil,
            unsignedExtensionOutputs: CBORMap? = nil
        ) {
            self.attestationObject = attestationObject
            self.epAtt = epAtt
            self.largeBlobKey = largeBlobKey
            self.unsignedExtensionOutputs = unsignedExtensionOutputs
        }
    }
}
