import ToqueCrypto
import ToqueEncoding

/// What the vendor says of an authenticator model (FIDO Metadata Statement 3.1 section 3), as far as a relying party
/// verifies by it.
public struct MetadataStatement: Sendable, Hashable {
    /// For people, in English.
    public let description: String
    /// The lowest firmware that the statement speaks for.
    public let authenticatorVersion: Int
    /// Names of the FIDO Registry, such as `basic_full`.
    public let attestationTypes: [String]
    /// What the model's attestation may lead to: roots, intermediates, or the attestation certificates themselves.
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
