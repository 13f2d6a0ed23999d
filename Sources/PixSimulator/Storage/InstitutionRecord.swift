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

    init(institution: Institution, ispb: String, scenario: String? = nil) {
        self.institution = institution
        self.ispb = ispb
        self.scenario = scenario
    }

    init(_ reader: JSONReader) throws(JSONMemberError) {
        institution = try Institution(reader.member("institution"))
        ispb = try reader.member("ispb").string()
        scenario = try reader.optional("scenario")?.string()
    }

    var json: JSON {
        var object: JSONObject = ["institution": institution.json, "ispb": .string(ispb)]
        object["scenario"] = scenario.map(JSON.string)
        return .object(object)
    }
}
