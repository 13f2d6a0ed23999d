import CheckoutContracts
import Testing
import ToqueCrypto
import ToqueEncoding

@Suite struct EcommpayPaymentOptionsTests {
    @Test("The guide's options have the guide's string to sign and signature")
    func guide() throws {
        let options = EcommpayVectors.guideOptions
        #expect(options.stringToSign.description == EcommpayVectors.guideText)
        #expect(
            EcommpayVectors.sign(options.stringToSign)
                == "xjdlllqzSoylnVsA1N2ibsNYT58MxeKz9/VDHR2DqIWhB1MD8DC4uSVKDOljPXZvvILTYqJCBk5JuQQcqIKg6g==")
        try options.validate()
    }

    @Test("The signature covers the payment's 3-D Secure and gift cards, and the language in lower case")
    func secureInfo() throws {
        var options = EcommpayVectors.guideOptions
        options.languageCode = "IT"
        options.hideSavedWallets = false
        var secure = EcommpayThreeDSecureInfo()
        secure.payment.challengeIndicator = .mandatory
        secure.payment.giftCard = EcommpayThreeDSecureGiftCardInfo(amount: 500, currency: "GBP", count: 1)
        secure.customer = EcommpayThreeDSecureCustomerInfo()
        secure.customer?.homePhone = "4412345678"
        options.threeDSecureInfo = secure
        options.receiptData = "e30="
        options.additionalFields = [EcommpayAdditionalField(.customer_email, "ana@loja.example")]
        options.recurrentInfo = EcommpayRecurrentInfo(type: .oneClick)
        try options.validate()
        #expect(
            options.stringToSign.description
                == "customer_id:10;hide_saved_wallets:0;language_code:it;payment_amount:1999;payment_currency:USD;"
                + "payment_description:T-shirt with dog print;payment_id:internal_payment_id_1;project_id:10;"
                + "region_code:US;secure_info:challenge_indicator:04;secure_info:gift_card:amount:500;"
                + "secure_info:gift_card:count:1;secure_info:gift_card:currency:GBP")
        #expect(
            EcommpayVectors.sign(options.stringToSign)
                == "0A9hPWwlCnxi6nGp5HZewlSU70MDP73ShBUWKs6U0W+QhQ+2KaxNaWPGwyHK4pnwmMkdy0Rr54ooV4tVhqqNfA==")
    }

    @Test("The signature leaves out unset and empty parameters")
    func least() throws {
        var options = EcommpayPaymentOptions(
            projectID: 10, paymentID: "v-1", paymentAmount: 0, paymentCurrency: "EUR", paymentDescription: "")
        options.action = .verify
        options.threeDSecureInfo = EcommpayThreeDSecureInfo()
        try options.validate()
        #expect(
            options.stringToSign.description == "payment_amount:0;payment_currency:EUR;payment_id:v-1;project_id:10")
        #expect(
            EcommpayVectors.sign(options.stringToSign)
                == "z4ZXHftk+fieWt7nCMEBrIcRam2EIFNntjh3MGvWaZGrLb5v/rVToc76vpRM+/lKeoSu3aQiuy44OO2tVJiN5w==")
    }

    @Test("Options that are encoded and decoded are equal, including the string to sign")
    func wire() throws {
        var options = EcommpayVectors.guideOptions
        options.action = .auth
        options.languageCode = "de"
        options.additionalFields = [
            EcommpayAdditionalField(.customer_phone, "4912345"), EcommpayAdditionalField(name: "loyalty", "gold"),
        ]
        options.applePayOptions = EcommpayApplePayOptions(
            applePayMerchantID: "merchant.example", applePayDescription: "Loja Exemplo", countryCode: "BR")
        var recurrent = EcommpayRecurrentInfo(type: .regular)
        recurrent.period = .month
        recurrent.time = "09:30:00"
        recurrent.startDate = "29-02-2028"
        recurrent.scheduledPaymentID = "plan-1"
        recurrent.schedule = [.init(amount: 100, date: "01-03-2028")]
        options.recurrentInfo = recurrent
        var secure = EcommpayThreeDSecureInfo()
        secure.payment.reorder = .again
        secure.customer = EcommpayThreeDSecureCustomerInfo()
        secure.customer?.account = EcommpayThreeDSecureAccountInfo()
        secure.customer?.account?.authMethod = .fido
        options.threeDSecureInfo = secure
        let read = try EcommpayPaymentOptions(json: try JSON(parsing: options.json.utf8))
        #expect(read == options)
        #expect(read.stringToSign == options.stringToSign)
    }

    @Test("The card form requires an email address or a phone number, and another forced method does not")
    func contact() {
        var options = EcommpayVectors.guideOptions
        #expect(!options.hasContactForCards)
        options.forcePaymentMethod = "card"
        #expect(!options.hasContactForCards)
        options.additionalFields = [EcommpayAdditionalField(.customer_first_name, "Ana")]
        #expect(!options.hasContactForCards)
        options.additionalFields.append(EcommpayAdditionalField(.customer_email, "ana@loja.example"))
        #expect(options.hasContactForCards)
        options.additionalFields = [EcommpayAdditionalField(.customer_phone, "5511999990000")]
        #expect(options.hasContactForCards)
        options.additionalFields = []
        options.forcePaymentMethod = "qiwi"
        #expect(options.hasContactForCards)
    }

    @Test("Error codes have the numbers of the SDK")
    func errorCodes() {
        #expect(EcommpayPaymentErrorCode.serverUnauthorized.number == 0)
        #expect(EcommpayPaymentErrorCode.paymentHasFinalStatus.number == 10)
        #expect(EcommpayPaymentErrorCode.illegalArguments.number == 16)
        #expect(EcommpayPaymentErrorCode.unknown.number == 18)
    }
}
