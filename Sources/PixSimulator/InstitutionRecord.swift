import PixAPI
import Sandbox
import ToqueEncoding

/// A bank, with what only the payment system knows of it.
struct InstitutionRecord: StoredModel {
    static let kind = "institution"
    var id: String { institution.id }

    var institution: Institution
    /// 8 digits, the participant's number in the payment system.
    var ispb: String

    init(institution: Institution, ispb: String) {
        self.institution = institution
        self.ispb = ispb
    }

    init(_ reader: JSONReader) throws(JSONMemberError) {
        institution = try Institution(reader.member("institution"))
        ispb = try reader.member("ispb").string()
    }

    var json: JSON { ["institution": institution.json, "ispb": .string(ispb)] }
}
