import CheckoutPresentation
import Testing
import ToqueEncoding

/// Screens of a shop that sells a shirt.
enum Screens {
    static let summary = PaymentSummary(
        payee: "Loja Exemplo", amount: ExactDecimal(minorUnits: 1999, exponent: 2), currency: "USD",
        reference: "ord-42",
        details: [.init("Item", "Shirt")])
    static let methods = CheckoutScreen.methods(
        MethodChoice([CheckoutMethod("PIX"), CheckoutMethod("CARD", label: "Card")], summary: summary))
    static let form = CheckoutForm(
        "Card",
        fields: [.init("customer_email", label: "Email"), .init("customer_phone", label: "Phone", isRequired: false)],
        methods: [CheckoutMethod("tok_success", label: "Saved card")])
    static let qr = CheckoutScreen.qr(
        CheckoutQRCode("000201", summary: summary, page: "http://localhost:8420/pix/AA"))
    static let page = CheckoutScreen.page(
        CheckoutPage("http://localhost:8420/spa/session/1/ab", returnURLs: ["redirection://receipt?return"]))
    static let failure = CheckoutScreen.result(CheckoutNotice("Declined", message: "Insufficient funds"))
    static let retry = CheckoutScreen.result(CheckoutNotice("Declined", canRetry: true))
}

@Suite struct ScreenTests {
    @Test(
        "A screen accepts only the actions that it offers",
        arguments: [
            (Screens.methods, ["choose:PIX", "choose:CARD", "confirm", "cancel", "close"]),
            (.form(Screens.form), ["fill:customer_email=x", "choose:tok_success", "confirm", "cancel", "close"]),
            (.confirmation(Screens.summary), ["confirm", "cancel", "close"]),
            (Screens.qr, ["authorize", "cancel", "close"]),
            (.qr(CheckoutQRCode("000201")), ["cancel", "close"]),
            (Screens.page, ["authorize", "cancel", "close", "return:a", "tap:a"]),
            (.challenge(CheckoutPage("http://localhost/")), ["authorize", "cancel", "close", "return:a", "tap:a"]),
            (.loader("Paying"), []), (Screens.failure, ["close"]), (Screens.retry, ["close", "retry"]),
        ])
    func takes(screen: CheckoutScreen, words: [String]) {
        let all = [
            "choose:PIX", "choose:CARD", "choose:tok_success", "choose:other", "fill:customer_email=x", "fill:other=x",
            "confirm", "authorize", "cancel", "close", "retry", "return:a", "tap:a",
        ]
        #expect(all.filter { CheckoutAction(word: $0).map(screen.takes) == true }.sorted() == words.sorted())
    }
}
