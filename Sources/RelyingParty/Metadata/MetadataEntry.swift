import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The metadata service's entry for an authenticator model (FIDO Metadata Service 3.1 section 3.1.1), FIDO2 or U2F.
public struct MetadataEntry: Sendable, Hashable {
    /// Of a FIDO2 model.
    public let aaguid: AAGUID?
    /// A U2F model: the SHA-1 digests of its attestation certificates' public keys.
    public let keyIdentifiers: [[UInt8]]
    public let statement: MetadataStatement?
    public let statusReports: [StatusReport]
    public let timeOfLastStatusChange: CivilDate

    /// Nil for a UAF model, which no web page can register; the rest of its entry is not read.
    init?(_ json: JSONReader) throws(JSONMemberError) {
        aaguid = try json.optional("aaguid")?.aaguid()
        keyIdentifiers =
            try json.optional("attestationCertificateKeyIdentifiers")?.map { (item) throws(JSONMemberError) in
                try item.keyIdentifier()
            } ?? []
        guard aaguid != nil || !keyIdentifiers.isEmpty else {
            _ = try json.member("aaid", expected: "this, an aaguid or attestationCertificateKeyIdentifiers").string()
            return nil
        }
        statement = try json.optional("metadataStatement").map(MetadataStatement.init)
        statusReports = try json.member("statusReports").map(StatusReport.init)
        timeOfLastStatusChange = try json.member("timeOfLastStatusChange").date()
    }

    /// The trust anchors for attestations of the model.
    ///
    /// A statement whose version did not rise with an update must be rejected (UPDATE_AVAILABLE in section 3.1.4).
    var anchors: [Certificate] {
        guard let statement else { return [] }
        let isOutdated = statusReports.contains {
            $0.status == .updateAvailable && $0.authenticatorVersion ?? 0 > statement.authenticatorVersion
        }
        return isOutdated ? [] : statement.attestationRootCertificates
    }
}
