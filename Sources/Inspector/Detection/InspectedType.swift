/// A type that bytes or text can be read as. The raw values are those of `--as`.
public enum InspectedType: String, Sendable, Hashable, CaseIterable {
    case attestationObject = "attestation-object"
    case authenticatorData = "authenticator-data"
    case clientData = "client-data"
    case coseKey = "cose-key"
    case certificate
    case publicKey = "public-key"
    case ctapRequest = "ctap-request"
    case ctapResponse = "ctap-response"
    case ctaphid
    case tpmCertInfo = "tpm-cert-info"
    case tpmPubArea = "tpm-pub-area"
    case cbor
    case der
    case json
    case jws
    case pem
    case fido2Cred = "fido2-cred"
    case fido2Assert = "fido2-assert"

    /// The name for people.
    public var name: String {
        switch self {
        case .attestationObject: "an attestation object"
        case .authenticatorData: "authenticator data"
        case .clientData: "client data"
        case .coseKey: "a COSE key"
        case .certificate: "a certificate"
        case .publicKey: "a public key (SubjectPublicKeyInfo)"
        case .ctapRequest: "a CTAP request"
        case .ctapResponse: "a CTAP response"
        case .ctaphid: "CTAPHID reports"
        case .tpmCertInfo: "a TPM's certInfo"
        case .tpmPubArea: "a TPM's pubArea"
        case .cbor: "CBOR"
        case .der: "DER"
        case .json: "JSON"
        case .jws: "a JSON Web Signature"
        case .pem: "PEM"
        case .fido2Cred: "fido2-cred's output"
        case .fido2Assert: "fido2-assert's output"
        }
    }

    /// True if it is text of lines or JSON, not bytes in a text form.
    var isText: Bool {
        switch self {
        case .clientData, .json, .jws, .pem, .fido2Cred, .fido2Assert: true
        case .attestationObject, .authenticatorData, .coseKey, .certificate, .publicKey, .ctapRequest, .ctapResponse,
            .ctaphid, .tpmCertInfo, .tpmPubArea, .cbor, .der:
            false
        }
    }
}
