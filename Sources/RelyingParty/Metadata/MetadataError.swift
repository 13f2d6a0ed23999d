import Attestation
import ToqueCrypto
import ToqueEncoding

/// Why a metadata BLOB is refused.
public enum MetadataError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Larger than `MetadataBLOB.maximumSize`.
    case tooLarge(Int)
    /// Not a JSON Web Signature in compact form, or one with an unsupported algorithm or unusable certificates.
    case signature(JSONWebSignatureError)
    /// The certificates of `x5c` do not lead to a given root.
    case path(CertificatePathError)
    /// The first certificate of `x5c` has this common name instead of the required one.
    case otherSigner(String)
    /// The first certificate of `x5c` may not sign, or not by the header's algorithm.
    case signer(String)
    /// The first certificate of `x5c` did not make the signature.
    case badSignature
    /// The payload is not JSON.
    case syntax(JSONSyntaxError)
    /// A member of the payload is missing or invalid.
    case member(JSONMemberError)

    public var description: String { "the metadata BLOB: \(reason); \(hint)" }

    private var reason: String {
        switch self {
        case .tooLarge(let count): "\(count) bytes, at most \(MetadataBLOB.maximumSize) are read"
        case .signature(let error): "\(error)"
        case .path(let error): "the certificates of x5c: \(error)"
        case .otherSigner(let name): "it is signed by \(name.quoted)"
        case .signer(let reason): "the signing certificate: \(reason)"
        case .badSignature: "the signature does not verify with the signing certificate"
        case .syntax(let error): "the payload: \(error)"
        case .member(let error): "the payload: \(error)"
        }
    }

    /// How to fix it.
    private var hint: String {
        switch self {
        case .tooLarge, .signature, .badSignature: "give the file as the metadata service serves it, unchanged"
        case .path(.expired): "download the present BLOB"
        case .path(.notYetValid): "look at the clock"
        case .path: "give the root certificate that the metadata service names, and no other"
        case .otherSigner: "where this is the service that you trust, give its name as the signer's"
        case .signer, .syntax, .member: "download the present BLOB, or tell the metadata service"
        }
    }
}
