import ToqueCrypto
import ToqueEncoding

/// The vendor's description of an authenticator model (FIDO Metadata Statement 3.1 section 3), limited to what
/// verification needs.
public struct MetadataStatement: Sendable, Hashable {
    /// A description for people, in English.
    public let description: String
    /// The lowest firmware version that the statement covers.
    public let authenticatorVersion: Int
    /// Names of the FIDO Registry, such as `basic_full`.
    public let attestationTypes: [String]
    /// The model's trust anchors: roots, intermediates, or the attestation certificates themselves.
    public let attestationRootCertificates: [Certificate]

    init(_ json: JSONReader) throws(JSONMemberError) {
        description = try json.member("description").string()
        authenticatorVersion = try json.member("authenticatorVersion").int()
        attestationTypes = try json.member("attestationTypes").strings()
        attestationRootCertificates = try json.member("attestationRootCertificates").map {
            (item) throws(JSONMemberError) in try item.certificate()
        }
    }
}
