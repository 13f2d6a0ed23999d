import ToqueCrypto
import ToqueEncoding

/// The payload of a FIDO Metadata Service BLOB (version 3.0, section 3.1.6), one line per authenticator: in full it has
/// tens of thousands.
struct MetadataDocument {
    let node: InspectionNode

    /// Nil for other JSON.
    init?(_ json: JSON) {
        guard let entries = json["entries"]?.arrayValue, json["no"] != nil, json["nextUpdate"] != nil,
            case .object(let object) = json
        else { return nil }
        var node = InspectionNode("MetadataBLOBPayload", "\(entries.count) entries")
        for (name, value) in object.members where name != "entries" {
            // The legal header is a page of text.
            node.children.append(
                name == "legalHeader"
                    ? InspectionNode(name, "\(value.stringValue?.count ?? 0) characters") : InspectionNode(name, value))
        }
        node.children.append(
            InspectionNode("entries", children: entries.enumerated().map { Self.entry("[\($0)]", $1) }))
        self.node = node
    }

    private static func entry(_ label: String, _ json: JSON) -> InspectionNode {
        let statement = json["metadataStatement"]
        let identifier =
            json["aaguid"]?.stringValue ?? json["aaid"]?.stringValue
            ?? json["attestationCertificateKeyIdentifiers"]?.arrayValue?.compactMap(\.stringValue)
            .joined(separator: ", ")
        var node = InspectionNode(
            label, [statement?["description"]?.stringValue, identifier].compactMap(\.self).joined(separator: ", "))
        node.children = (json["statusReports"]?.arrayValue ?? []).map { report in
            let status = report["status"]?.stringValue ?? "no status"
            return InspectionNode(
                "status", [status, report["effectiveDate"]?.stringValue].compactMap(\.self).joined(separator: ", "),
                problem: compromised.contains(status) ? "refused by a relying party" : nil)
        }
        node.children += (statement?["attestationRootCertificates"]?.arrayValue ?? []).map { root in
            let der = root.stringValue.flatMap { Base64URL.decodeTolerant($0)?.bytes }
            guard let certificate = der.flatMap({ try? Certificate(der: $0) }) else {
                return InspectionNode("attestationRootCertificate", problem: "not a certificate")
            }
            return InspectionNode("attestationRootCertificate", "\(certificate.subject)")
        }
        return node
    }

    /// An AuthenticatorStatus (section 3.1.4) that nobody should rely on.
    private static let compromised: Set<String> = [
        "REVOKED", "USER_VERIFICATION_BYPASS", "ATTESTATION_KEY_COMPROMISE", "USER_KEY_REMOTE_COMPROMISE",
        "USER_KEY_PHYSICAL_COMPROMISE",
    ]
}
