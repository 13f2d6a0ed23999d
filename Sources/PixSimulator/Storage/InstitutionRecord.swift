import PixAPI
import SandboxKit
import ToqueEncoding

/// A bank, with the payment system's data about it.
struct InstitutionRecord: StoredModel {
    static let kind = "institution"
    var id: String { institution.id }

    var institution: Institution
    /// 8 digits: the participant's number in the payment system.
    var ispb: String
    /// Name of the bank's scenario; nil for an ordinary bank.
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
