import ToqueCrypto
import ToqueEncoding

/// An entry of metadata that is valid until a test changes it.
struct MetadataEntryDraft {
    static let aaguid = "00112233-4455-6677-8899-aabbccddeeff"

    var members: JSONObject = [
        "aaguid": .string(aaguid), "statusReports": [["status": "FIDO_CERTIFIED_L1", "effectiveDate": "2024-02-29"]],
        "timeOfLastStatusChange": "2024-02-29",
    ]
    var statement: JSONObject = [
        "description": "Example key", "authenticatorVersion": 5, "attestationTypes": ["basic_full"],
        "icon": "data:image/png;base64,AA==", "attestationRootCertificates": [],
    ]

    init(anchors: [Certificate] = [], statusReports: JSON...) {
        statement["attestationRootCertificates"] = .array(anchors.map { .string(Base64.encode($0.der)) })
        if !statusReports.isEmpty { members["statusReports"] = .array(statusReports) }
    }

    var json: JSON {
        var members = members
        members["metadataStatement"] = .object(statement)
        return .object(members)
    }
}

extension JSON {
    /// A status report.
    static func report(
        _ status: String, from date: String? = nil, version: Int? = nil, of certificate: Certificate? = nil
    )
        -> JSON
    {
        var report: JSONObject = ["status": .string(status)]
        report["effectiveDate"] = date.map { .string($0) }
        report["authenticatorVersion"] = version.map { .int($0) }
        report["certificate"] = certificate.map { .string(Base64.encode($0.der)) }
        return .object(report)
    }
}
