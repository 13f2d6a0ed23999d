import APIClient
import CheckoutPresentation
import Testing
import ToqueEncoding

@testable import ecommpaySDK

@Suite struct OptionsTests {
    @Test("The string to sign has the parameters that are set, sorted by name")
    func stringToSign() {
        let options = PaymentOptions(
            projectID: 10, paymentID: "internal_payment_id_1", paymentAmount: 1999, paymentCurrency: "USD",
            paymentDescription: "T-shirt with dog print", customerID: "10", regionCode: "US")
        #expect(
            options.paramsForSignature()
                == "customer_id:10;payment_amount:1999;payment_currency:USD;payment_description:T-shirt with dog print;"
                + "payment_id:internal_payment_id_1;project_id:10;region_code:US")
        options.languageCode = "IT"
        options.hideSavedWallets = false
        options.additionalFields = [AdditionalField(type: .customer_email, value: "ana@loja.example")]
        var gift = ThreeDSecurePaymentInfo()
        gift.challengeIndicator = .mandatory
        gift.threeDSecureGiftCardInfo = ThreeDSecureGiftCardInfo(amount: 500, currency: "GBP", count: 1)
        options.threeDSecureInfo = ThreeDSecureInfo(payment: gift)
        #expect(
            options.paramsForSignature()
                == "customer_id:10;hide_saved_wallets:0;language_code:it;payment_amount:1999;"
                + "payment_currency:USD;payment_description:T-shirt with dog print;payment_id:internal_payment_id_1;project_id:10;"
                + "region_code:US;secure_info:challenge_indicator:04;secure_info:gift_card:amount:500;"
                + "secure_info:gift_card:count:1;secure_info:gift_card:currency:GBP")
    }

    @Test("Fields have their names on the wire, the guide's aliases included")
    func fields() {
        #expect(AdditionalField(type: .customer_email, value: "x").name == "email")
        #expect(AdditionalField(type: .customer_billing_city, value: "x").name == "billing_city")
        #expect(AdditionalField(type: .neteller_account_number, value: "x").name == "neteller_account_number")
        #expect(AdditionalField(customName: "loyalty", value: "x").name == "loyalty")
    }

    @Test("Error codes have the SDK's numbers")
    func codes() {
        #expect(PaymentErrorCode.allCases.map(\.rawValue) == Array(0...18))
        #expect(PaymentErrorCode.serverUnauthorized.rawValue == 0)
        #expect(PaymentErrorCode(.illegalArguments) == .illegalArguments)
        #expect(PaymentError(.illegalState, "x").codeString == "illegalState")
    }

    /// A transport that no request may reach.
    private struct Unused: HTTPTransport {
        func send(_ request: APIRequest, to server: ServerURL) async throws(ConnectionError) -> APIAnswer {
            Issue.record("\(request.method) \(request.path) was sent")
            throw .unreachable(server: "\(server)", reason: "unused")
        }
    }

    private func present(_ options: PaymentOptions, _ script: String = "confirm") async throws -> PaymentResult {
        let sdk = EcommpaySDK(
            server: try #require(ServerURL("http://127.0.0.1:1")), transport: Unused(), clock: FastClock())
        let presenter = ScriptedPresenter(try CheckoutScript(parsing: script))
        return await sdk.presentPayment(at: presenter, paymentOptions: options)
    }

    @Test("Invalid options open no form and send nothing")
    func invalid() async throws {
        let changes: [(PaymentErrorCode, (PaymentOptions) -> Void)] = [
            (.illegalArguments, { $0.paymentAmount = 0 }), (.illegalArguments, { $0.paymentAmount = -1 }),
            (.illegalArguments, { $0.action = .Verify }), (.illegalArguments, { $0.paymentCurrency = "usd" }),
            (.illegalArguments, { $0.languageCode = "pt" }), (.illegalArguments, { $0.regionCode = "USA" }),
            (.illegalArguments, { $0.paymentID = "" }), (.illegalArguments, { $0.projectID = 0 }),
            (.illegalArguments, { $0.paymentDescription = String(repeating: "a", count: 256) }),
            (.illegalArguments, { $0.receiptData = "no base64" }),
            (.clarificationFieldsError, { $0.additionalFields = [] }),
            (
                .illegalArguments,
                {
                    $0.applePayOptions = PaymentOptions.ApplePayOptions(
                        applePayMerchantID: "", applePayDescription: "x", countryCode: "US")
                }
            ),
        ]
        for (code, change) in changes {
            let result = try await present(Shop.options(change: change))
            #expect(result.status == .Error)
            #expect(result.error?.code == code, "\(String(describing: result.error))")
        }
        let unsigned = Shop.options()
        unsigned.signature = nil
        #expect(try await present(unsigned).error?.code == .illegalArguments)
    }

    @Test("Mock modes send nothing and return their result")
    func mock() async throws {
        let paid = Shop.options { $0.mockModeType = .success }
        #expect(try await present(paid).status == .Success)
        let declined = Shop.options { $0.mockModeType = .decline }
        #expect(try await present(declined).status == .Decline)
        #expect(try await present(declined, "close").status == .Cancelled)
        let invalid = Shop.options {
            $0.mockModeType = .success
            $0.paymentAmount = 0
        }
        #expect(try await present(invalid).error?.code == .illegalArguments)
    }

    @Test("A wrong signature, method or token is reported as the provider's error")
    func refused() async throws {
        try await Shop.open { shop in
            let forged = Shop.options()
            forged.signature = String(repeating: "A", count: 86) + "=="
            #expect(try await shop.pay("close", forged).error?.code == .serverUnauthorized)
            let method = Shop.options { $0.forcePaymentMethod = "barter" }
            #expect(try await shop.pay("close", method).error?.code == .paymentMethodNotAvailable)
            let token = try await shop.pay("choose:card,fill:token=tok_none,confirm")
            #expect(token.error?.code == .paymentTokenNotExist)
        }
    }

    @Test("Without a server the network is not available")
    func noServer() async throws {
        let presenter = ScriptedPresenter(try CheckoutScript(parsing: "close"))
        let sdk = EcommpaySDK(apiUrlString: "http://127.0.0.1:1")
        let result = await sdk.presentPayment(at: presenter, paymentOptions: Shop.options())
        #expect(result.error?.code == .networkIsNotAvailable)
        let none = await EcommpaySDK(apiUrlString: "").presentPayment(at: presenter, paymentOptions: Shop.options())
        #expect(none.error?.code == .networkIsNotAvailable)
    }
}
