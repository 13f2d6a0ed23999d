import ToqueEncoding

extension EcommpayPaymentOptions {
    /// The text for the merchant's server to sign: the parameters that are set and not empty, in the form of
    /// `EcommpayStringToSign`.
    ///
    /// Of the 3-D Secure information, it contains the payment's part and the gift card, under `secure_info`. It does
    /// not contain the customer's part, the kind of payment, additional fields, recurrent information or receipts.
    public var stringToSign: EcommpayStringToSign {
        var parameters: JSONObject = [
            "project_id": .int(projectID), "payment_id": .string(paymentID), "payment_amount": .int(paymentAmount),
            "payment_currency": .string(paymentCurrency),
        ]
        parameters["hide_saved_wallets"] = hideSavedWallets.map(JSON.bool)
        for (name, text) in [
            ("payment_description", paymentDescription), ("customer_id", customerID), ("region_code", regionCode),
            ("token", token), ("language_code", languageCode?.lowercased()),
            ("force_payment_method", forcePaymentMethod),
        ] {
            parameters[name] = text.map(JSON.string)
        }
        parameters["secure_info"] = threeDSecureInfo?.payment.json
        return EcommpayStringToSign(parameters.withoutEmptyTexts)
    }
}

extension JSONObject {
    /// The object without members whose text is empty, at any depth.
    fileprivate var withoutEmptyTexts: JSONObject {
        var object = JSONObject()
        for (name, value) in self {
            switch value {
            case .string(""): continue
            case .object(let inner): object[name] = .object(inner.withoutEmptyTexts)
            case .null, .bool, .number, .string, .array: object[name] = value
            }
        }
        return object
    }
}
