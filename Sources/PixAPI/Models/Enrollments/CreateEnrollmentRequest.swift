import ToqueEncoding

/// Body of `POST /enrollments/`.
public struct CreateEnrollmentRequest: RequestModel, Hashable {
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

    public init(validating reader: JSONReader) throws(InvalidMembers) {
        var all = Validation()
        _ = all.read(try reader.constant("type", .string(Enrollment.type)))
        let externalID = all.read(try reader.optionalText("external_id", limit: TextLimit.externalID))
        let details = try all.need(try reader.nested("details"))
        let customer = all.read(try details.model("customer", CustomerReference.self))
        let institution = all.read(try details.uuid("institution"))
        let name = all.read(try details.optionalText("name", limit: TextLimit.name))
        let platform = all.read(try details.value("platform", Platform.self))
        let callbackURL = all.read(try details.optionalCallbackURL("callback_url"))
        let riskSignals = all.read(try details.member("risk_signals", expected: "an object").object())
        (
            self.externalID, self.customer, self.institution, self.name, self.platform, self.callbackURL,
            self.riskSignals
        ) =
            try all.values(externalID, customer, institution, name, platform, callbackURL, riskSignals)
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
