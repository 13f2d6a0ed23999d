import CheckoutPresentation
import Testing
import ecommpaySDK

/// The calls of the guide, as an app has them. The view controller is a presenter.
@MainActor
private final class ShopScreen {
    let presenter: any CheckoutPresenter
    var status: Int?
    var errors: [String] = []

    init(_ presenter: any CheckoutPresenter) { self.presenter = presenter }

    func pay() async {
        let ecommpaySDK = EcommpaySDK(apiUrlString: "http://127.0.0.1:1")
        let paymentOptions = PaymentOptions(
            projectID: 10, paymentID: "internal_payment_id_1", paymentAmount: 1999, paymentCurrency: "USD",
            paymentDescription: "T-shirt with dog print", customerID: "10", regionCode: "US")
        paymentOptions.paramsForSignature()
        let signature = "signature of the merchant's server"
        paymentOptions.signature = signature
        paymentOptions.action = .Auth
        paymentOptions.action = .Sale
        setupApplePayparams(paymentOptions)
        paymentOptions.additionalFields = [
            AdditionalField(type: .customer_email, value: "ana@loja.example"),
            AdditionalField(type: .customer_first_name, value: "Ana"),
            AdditionalField(type: .customer_billing_country, value: "SE"),
            AdditionalField(type: .customer_billing_city, value: "Stockholm"),
            AdditionalField(type: .customer_billing_postal, value: "111 22"),
            AdditionalField(type: .customer_billing_address, value: "Gatan 1"),
        ]
        paymentOptions.mockModeType = .decline
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
}

@Suite struct GuideSampleTests {
    @Test("The guide's calls give the result to the completion")
    func sample() async throws {
        let screen = await ShopScreen(ScriptedPresenter(try CheckoutScript(parsing: "confirm")))
        await screen.pay()
        #expect(await screen.status == 100)
        #expect(await screen.errors.isEmpty)
    }
}
