import ToqueEncoding

/// `payment_method_information.open_finance_biometric_pix`: the bank's data about the intent.
public struct PaymentMethodInformation: JSONModel, Hashable {
    public var provider: String
    /// `urn:bank:...`
    public var consentID: String?
    /// Request options for `startSigning`, unchanged: the SDK's tolerant reader accepts them.
    public var fidoOptions: JSON?
    /// `E`, ISPB, `yyyyMMddHHmm` in UTC and 11 alphanumeric characters: 32 characters.
    public var endToEndID: String?
    public var externalPaymentID: String?
    public var providerRequestID: String?

    public init(
        provider: String, consentID: String? = nil, fidoOptions: JSON? = nil, endToEndID: String? = nil,
        externalPaymentID: String? = nil, providerRequestID: String? = nil
    ) {
        self.provider = provider
        self.consentID = consentID
        self.fidoOptions = fidoOptions
        self.endToEndID = endToEndID
        self.externalPaymentID = externalPaymentID
        self.providerRequestID = providerRequestID
    }

    /// The form in a charge: the options are for the device that signs the intent.
    public var withoutOptions: PaymentMethodInformation {
        var information = self
        information.fidoOptions = nil
        return information
    }
}

extension PaymentMethodInformation: JSONStructure {
    package static let blank = Self(provider: "")

    package mutating func members(_ coder: inout JSONCoder) {
        members(&coder, fidoOptions: .component("SignOptions"))
    }

    private mutating func members(_ coder: inout JSONCoder, fidoOptions schema: @autoclosure () -> JSONSchema) {
        coder.expected("provider", &provider, .constant("belvo"))
        coder.expected("consent_id", &consentID, .text(matching: "^urn:[a-z0-9_]+:[0-9a-f-]{36}$"))
        coder.expected("fido_options", &fidoOptions, schema())
        coder.expected("end_to_end_id", &endToEndID, .text(matching: "^E[0-9]{20}[A-Za-z0-9]{11}$"))
        coder.expected("external_payment_id", &externalPaymentID, .uuid)
        coder.expected("provider_request_id", &providerRequestID, .uuid)
    }

    static func schema(fidoOptions: JSONSchema) -> JSONSchema {
        var (copy, coder) = (blank, JSONCoder.describing(isRequest: isRequest))
        copy.members(&coder, fidoOptions: fidoOptions)
        return coder.schema
    }
}
