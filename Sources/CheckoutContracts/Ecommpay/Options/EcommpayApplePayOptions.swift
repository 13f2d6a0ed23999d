import ToqueEncoding

/// What Apple Pay needs: all three or none. Taken and checked, and of no use without an Apple device.
public struct EcommpayApplePayOptions: Sendable, Hashable {
    public var merchantID: String
    public var description: String
    public var countryCode: String

    public init(merchantID: String, description: String, countryCode: String) {
        self.merchantID = merchantID
        self.description = description
        self.countryCode = countryCode
    }
}

extension EcommpayApplePayOptions: JSONStructure, RequestModel {
    package static let blank = EcommpayApplePayOptions(merchantID: "", description: "", countryCode: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("merchant_id", &merchantID, upTo: 255)
        coder.required("description", &description, upTo: 255)
        coder.required("country_code", &countryCode, .country)
    }
}
