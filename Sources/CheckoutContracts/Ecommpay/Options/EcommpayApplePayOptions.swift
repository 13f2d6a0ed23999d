import ToqueEncoding

/// The options of Apple Pay: all three or none. Checked, but without effect outside an Apple device.
public struct EcommpayApplePayOptions: Sendable, Hashable {
    public var applePayMerchantID: String
    public var applePayDescription: String
    /// ISO 3166-1 alpha-2.
    public var countryCode: String

    public init(applePayMerchantID: String, applePayDescription: String, countryCode: String) {
        self.applePayMerchantID = applePayMerchantID
        self.applePayDescription = applePayDescription
        self.countryCode = countryCode
    }
}

extension EcommpayApplePayOptions: JSONStructure, RequestModel {
    package static let blank = EcommpayApplePayOptions(
        applePayMerchantID: "", applePayDescription: "", countryCode: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("merchant_id", &applePayMerchantID, upTo: 255)
        coder.required("description", &applePayDescription, upTo: 255)
        coder.required("country_code", &countryCode, .country)
    }
}
