import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

/// Yuno: a payment by Pix, whose code links to the payer's bank.
final class YunoMeasured: MeasuredProvider {
    let name = "yuno"
    let options: [String] = []
    private let keys = YunoWebhookKeys(apiKey: "sandbox", key: SecretBytes(copying: "sandbox".utf8))

    func word(of webhook: HTTPMessage) throws -> String {
        try keys.check(webhook.body) { webhook.field($0) }
        let payment = try YunoWebhook(json: JSON(parsing: webhook.body)).payment
        return "\(payment.id) \(payment.status)"
    }

    func client(of shop: MeasuredShop) throws -> any LoadClient { try Client(shop) }

    private final class Client: LoadClient {
        let connection: TimedConnection
        private let shop: MeasuredShop
        private static let device = "public-api-key: sandbox\r\n"
        private static let merchant = "\(device)private-secret-key: sandbox\r\n"

        init(_ shop: MeasuredShop) throws {
            self.shop = shop
            connection = try TimedConnection(port: shop.port)
        }

        func flow() throws {
            let amount = YunoAmount(currency: try .named("BRL"), value: ExactDecimal(minorUnits: 1050, exponent: 2))
            let session = try connection.post(
                "/v1/checkout/sessions",
                CreateYunoSessionRequest(
                    accountID: "00000000-0000-4000-8000-00000000000a", merchantOrderID: "bench",
                    paymentDescription: "Coffee", country: "BR", amount: amount
                ).json, step: "POST sessions", fields: Self.merchant, expecting: 200
            ).text("checkout_session")
            let payment = try connection.post(
                "/v1/sdk/sessions/\(session)/payment",
                YunoDevicePaymentRequest(
                    paymentMethod: .init(type: YunoPaymentMethodType.pix.rawValue), countryCode: "BR"
                ).json, step: "POST payment", fields: Self.device, expecting: 201)
            try shop.payer.approve(payment.text("action", "url"), over: connection)
            let id = try payment.text("payment")
            try shop.webhooks.wait(for: "\(id) \(YunoPaymentStatus.Final.approved.rawValue)", connection)
            try connection.get("/v1/payments/\(id)", step: "GET payments/{id}", fields: Self.merchant)
                .expect("SUCCEEDED", at: "status")
        }
    }
}
