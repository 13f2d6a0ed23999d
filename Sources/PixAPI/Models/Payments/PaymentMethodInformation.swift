import ToqueEncoding

/// `payment_method_information.open_finance_biometric_pix`: what the bank made of the intent.
public struct PaymentMethodInformation: JSONModel, Hashable {
    public var provider: String
    /// `urn:bank:...`
    public var consentID: String?
    /// Request options for `startSigning`, untouched: the SDK's tolerant reader takes them.
    public var fidoOptions: JSON?
    /// `E`, ISPB, `yyyyMMddHHmm` in UTC and 11 alphanumerics: 32 characters.
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

    /// As a charge shows it: the options are for the device that signs the intent.
    public var withoutOptions: PaymentMethodInformation {
        var information = self
        information.fidoOptions = nil
        return information
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        provider = try reader.optionalText("provider") ?? ""
        consentID = try reader.optionalText("consent_id")
        fidoOptions = try reader.optional("fido_options")?.value
        endToEndID = try reader.optionalText("end_to_end_id")
        externalPaymentID = try reader.optionalText("external_payment_id")
        providerRequestID = try reader.optionalText("provider_request_id")
    }

    public var json: JSON {
        [
            "provider": .string(provider), "consent_id": .text(consentID), "fido_options": fidoOptions ?? .null,
            "end_to_end_id": .text(endToEndID), "external_payment_id": .text(externalPaymentID),
            "provider_request_id": .text(providerRequestID),
        ]
    }
}
