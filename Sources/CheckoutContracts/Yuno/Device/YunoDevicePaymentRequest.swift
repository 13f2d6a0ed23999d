import ToqueEncoding

/// Body of `POST /v1/sdk/sessions/{session}/payment`: the person's choice on the device.
public struct YunoDevicePaymentRequest: RequestModel, Hashable {
    public var paymentMethod: YunoPayment.Method
    /// ISO 3166-1 alpha-2, equal to the session's.
    public var countryCode: String
    /// A language tag in either case; see `YunoLanguage`.
    public var language: String?

    public init(paymentMethod: YunoPayment.Method, countryCode: String, language: String? = nil) {
        self.paymentMethod = paymentMethod
        self.countryCode = countryCode
        self.language = language
    }
}

extension YunoDevicePaymentRequest: JSONStructure {
    package static let blank = Self(paymentMethod: .blank, countryCode: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.object("payment_method") { method in
            method.required("type", &paymentMethod.type, upTo: 64)
            method.optional("vaulted_token", &paymentMethod.vaultedToken, upTo: 255)
        }
        coder.required("country_code", &countryCode, .yunoCountry)
        coder.optional("language", &language, upTo: 35)
    }
}
