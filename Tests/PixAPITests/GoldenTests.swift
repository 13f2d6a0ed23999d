import PixAPI
import Testing
import ToqueEncoding
import ToqueTestSupport

/// The client reads and writes the guide's examples.
@Suite struct GoldenTests {
    /// Checks that a request keeps all of its members, and gains none, when it is read and written.
    private func expectSame<Model: RequestModel>(_ name: String, _: Model.Type) throws {
        let golden = try Golden.load("\(name).request")
        let written = try Model(json: golden).json
        #expect(Golden.differences(of: written, from: golden, values: true) == [], "\(name)")
        #expect(Golden.differences(of: golden, from: written, values: true) == [], "\(name)")
    }

    /// Checks that an answer keeps all of its members when it is read and written.
    private func expectWhole<Model: JSONModel>(_ name: String, _: Model.Type) throws {
        let golden = try Golden.load("\(name).answer")
        #expect(Golden.differences(of: try Model(json: golden).json, from: golden, values: true) == [], "\(name)")
    }

    @Test("Decoding and encoding a request of the guide leaves it unchanged")
    func requests() throws {
        try expectSame("create-customer-v1", CreateCustomerRequest.self)
        try expectSame("create-customer-v2", CreateCustomerRequest.self)
        try expectSame("create-bank-account-v1", CreateBankAccountRequest.self)
        try expectSame("create-bank-account-v2", CreateBankAccountRequest.self)
        try expectSame("create-enrollment", CreateEnrollmentRequest.self)
        try expectSame("complete-redirection-success", CompleteRedirectionRequest.self)
        try expectSame("complete-redirection-error", CompleteRedirectionRequest.self)
        try expectSame("confirm-enrollment", ConfirmEnrollmentRequest.self)
        try expectSame("create-payment-intent-sdk", CreatePaymentIntentRequest.self)
        try expectSame("authorize-payment-intent", AuthorizePaymentIntentRequest.self)
    }

    /// The guide's amount is a number; the client writes a string, which no reader turns into binary floating point.
    @Test("An amount that was read as a number is written as a string")
    func anAmountIsWrittenAsText() throws {
        let golden = try Golden.load("create-payment-intent.request")
        let written = try CreatePaymentIntentRequest(json: golden).json
        #expect(Golden.differences(of: written, from: golden, values: true) == [#".amount: "0.13""#])
    }

    @Test("Decoding and encoding an answer of the guide loses no member")
    func answers() throws {
        try expectWhole("institutions", Page<Institution>.self)
        try expectWhole("customer", Customer.self)
        try expectWhole("bank-account", BankAccount.self)
        try expectWhole("create-enrollment", Enrollment.self)
        try expectWhole("failed-enrollment", Enrollment.self)
        try expectWhole("enrollments", Page<Enrollment>.self)
        try expectWhole("create-payment-intent", PaymentIntent.self)
        try expectWhole("payment-intents", Page<PaymentIntent>.self)
        try expectWhole("charge", Charge.self)
        try expectWhole("transaction", PaymentTransaction.self)
        try expectWhole("access-tokens", AccessTokens.self)
        let errors = try Golden.load("errors.answer")
        #expect(JSON.array(APIErrorItem.items(json: errors).map(\.json)) == errors)
    }

    @Test("A payment intent passes on the guide's FIDO options unchanged")
    func optionsArePassedOnUntouched() throws {
        let golden = try Golden.load("create-payment-intent.answer")
        let options = try PaymentIntent(json: golden).information?.fidoOptions
        #expect(
            options
                == golden["payment_method_information"]?["open_finance_biometric_pix"]?["fido_options"])
    }
}
