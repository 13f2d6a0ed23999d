import CheckoutPresentation
import Testing
import ecommpaySDK

/// The guide's calls in an app. The view controller is a presenter.
@MainActor
private final class ShopScreen {
    let presenter: any CheckoutPresenter
    var status: Int?
    var errors: [String] = []

    init(_ presenter: any CheckoutPresenter) { self.presenter = presenter }

    func pay() async {
        let ecommpaySDK = EcommpaySDK()
        let project_id: Int32 = 10
        let paymentOptions = PaymentOptions(
            projectID: project_id, paymentID: "internal_payment_id_1", paymentAmount: 1999, paymentCurrency: "USD",
            paymentDescription: "T-shirt with dog print", customerID: "10", regionCode: "US")
        paymentOptions.paramsForSignature()
        let signature = "signature of the merchant's server"
        paymentOptions.signature = signature
        paymentOptions.action = .Auth
        paymentOptions.action = .Verify
        paymentOptions.action = .Sale
        setupApplePayparams(paymentOptions)
        setupThreeDSecure(paymentOptions)
        setupRecurrent(paymentOptions)
        paymentOptions.additionalFields = [
            AdditionalField(type: .customer_email, value: "ana@loja.example"),
            AdditionalField(type: .customer_first_name, value: "Ana"),
            AdditionalField(type: .customer_billing_country, value: "SE"),
            AdditionalField(type: .customer_billing_city, value: "Stockholm"),
            AdditionalField(type: .customer_billing_postal, value: "111 22"),
            AdditionalField(type: .customer_billing_address, value: "Gatan 1"),
        ]
        paymentOptions.mockModeType = .success
        paymentOptions.mockModeType = .disabled
        paymentOptions.mockModeType = MockModeType.decline
        await withCheckedContinuation { done in
            ecommpaySDK.presentPayment(at: presenter, paymentOptions: paymentOptions) { result in
                self.status = result.status.rawValue
                if let error = result.error { self.errors.append("\(error.code) \(error.message)") }
                done.resume()
            }
        }
    }

    private func setupApplePayparams(_ paymentOptions: PaymentOptions) {
        let applePayOptions = PaymentOptions.ApplePayOptions(
            applePayMerchantID: "merchant.loja.example", applePayDescription: "Loja Exemplo", countryCode: "US")
        paymentOptions.applePayOptions = applePayOptions
    }

    private func setupThreeDSecure(_ paymentOptions: PaymentOptions) {
        var threeDSecureInfo = ThreeDSecureInfo()
        threeDSecureInfo.threeDSecurePaymentInfo.challengeIndicator = .wanted
        threeDSecureInfo.threeDSecurePaymentInfo.threeDSecureGiftCardInfo = ThreeDSecureGiftCardInfo(
            amount: 500, currency: "GBP", count: 1)
        var customerInfo = ThreeDSecureCustomerInfo()
        customerInfo.threeDSecureAccountInfo = ThreeDSecureAccountInfo()
        customerInfo.threeDSecureAccountInfo?.authMethod = .fido
        customerInfo.threeDSecureShippingInfo = ThreeDSecureShippingInfo()
        customerInfo.threeDSecureShippingInfo?.country = "SE"
        customerInfo.threeDSecureMpiResultInfo = ThreeDSecureMpiResultInfo()
        threeDSecureInfo.threeDSecureCustomerInfo = customerInfo
        paymentOptions.threeDSecureInfo = threeDSecureInfo
    }

    private func setupRecurrent(_ paymentOptions: PaymentOptions) {
        var recurrentInfo = RecurrentInfo(type: .OneClick)
        recurrentInfo.type = RecurrentType.Regular
        recurrentInfo.period = .Month
        recurrentInfo.expiryYear = "2030"
        paymentOptions.recurrentInfo = recurrentInfo
    }
}

@Suite struct GuideSampleTests {
    @Test("The guide's calls pass the result to the completion")
    func sample() async throws {
        let screen = await ShopScreen(ScriptedPresenter(try CheckoutScript(parsing: "confirm")))
        await screen.pay()
        #expect(await screen.status == 100)
        #expect(await screen.errors.isEmpty)
    }
}
