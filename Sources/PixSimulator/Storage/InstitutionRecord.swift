import PixAPI
import SandboxKit
import ToqueEncoding

/// A bank, with what only the payment system knows of it.
struct InstitutionRecord: StoredModel {
    static let kind = "institution"
    var id: String { institution.id }

    var institution: Institution
    /// 8 digits, the participant's number in the payment system.
    var ispb: String
    /// Name of the scenario that it plays; nil for a plain bank.
    var scenario: String?
}

extension InstitutionRecord: JSONStructure {
    static let blank = InstitutionRecord(institution: .blank, ispb: "")

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("institution", &institution)
        coder.required("ispb", &ispb)
        coder.optional("scenario", &scenario)
    }
}
