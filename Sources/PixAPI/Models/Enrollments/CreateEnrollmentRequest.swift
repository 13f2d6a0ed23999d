import ToqueEncoding

/// Body of `POST /enrollments/`.
public struct CreateEnrollmentRequest: RequestModel, Hashable {
    public var externalID: String?
    public var customer: CustomerReference
    public var institution: String
    /// A readable name, such as `600f1b4a-Mobile`.
    public var name: String?
    public var platform: Platform
    /// The bank's redirect target for the account holder. The guide requires it, the API reference does not.
    public var callbackURL: String?
    /// The regulator's RiskSignals object in camelCase, as made by the SDK.
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
}

extension CreateEnrollmentRequest: JSONStructure {
    package static let blank = Self(
        customer: .id(""), institution: "", platform: .crossPlatform, callbackURL: nil, riskSignals: [:])

    package mutating func members(_ coder: inout JSONCoder) {
        coder.constant("type", .string(Enrollment.type))
        coder.externalID(&externalID)
        coder.object("details", anyOf: [Platform.phones, Platform.others]) { coder, platforms in
            coder.required("customer", &customer, .component("CustomerReference"))
            coder.id("institution", &institution)
            coder.optional("name", &name, upTo: TextLimit.name, about: "For people")
            coder.required("platform", &platform, .choice(platforms.map(\.rawValue)))
            coder.callbackURL(&callbackURL)
            coder.required(
                "risk_signals", &riskSignals,
                .component(platforms == Platform.phones ? "PhoneRiskSignals" : "RiskSignals"))
        }
    }
}

extension Platform {
    /// Platforms that must report more risk signals than the others.
    fileprivate static let phones: [Platform] = [.ios, .android]
    fileprivate static let others: [Platform] = [.browser, .crossPlatform]
}
