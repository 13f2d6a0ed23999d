import ToqueEncoding

/// Body of `POST /enrollments/`.
public struct CreateEnrollmentRequest: JSONModel, Hashable {
    public var externalID: String?
    public var customer: CustomerReference
    public var institution: String
    /// For people, such as `600f1b4a-Mobile`.
    public var name: String?
    public var platform: Platform
    /// Where the bank sends the account holder back to. The guide requires it, the API reference does not.
    public var callbackURL: String?
    /// The regulator's RiskSignals object in camelCase, as the SDK made it.
    public var riskSignals: JSONObject

    public init(
        externalID: String? = nil, customer: CustomerReference, institution: String, name: String? = nil,
        platform: Platform, callbackURL: String?, riskSignals: JSONObject
    ) {
        self.externalID = externalID
        self.customer = customer
        self.institution = institution
        self.name = name
        self.platform = platform
        self.callbackURL = callbackURL
        self.riskSignals = riskSignals
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        let type = try reader.member("type", expected: "\"\(Enrollment.type)\"")
        guard try type.string() == Enrollment.type else { throw type.mismatch(expected: "\"\(Enrollment.type)\"") }
        externalID = try reader.optionalText("external_id")
        let details = try reader.member("details", expected: "an object")
        customer = try details.model("customer", CustomerReference.self)
        institution = try details.text("institution")
        name = try details.optionalText("name")
        platform = try details.value("platform", Platform.self)
        callbackURL = try details.optionalText("callback_url")
        riskSignals = try details.member("risk_signals", expected: "an object").object()
    }

    public var json: JSON {
        var object: JSONObject = ["type": .string(Enrollment.type)]
        object["external_id"] = externalID.map(JSON.string)
        var details: JSONObject = ["customer": customer.json, "institution": .string(institution)]
        details["name"] = name.map(JSON.string)
        details["platform"] = .string(platform.rawValue)
        details["callback_url"] = callbackURL.map(JSON.string)
        details["risk_signals"] = .object(riskSignals)
        object["details"] = .object(details)
        return .object(object)
    }
}
