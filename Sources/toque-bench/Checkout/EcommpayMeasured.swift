import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

/// ecommpay: a card with a challenge by its issuer.
final class EcommpayMeasured: MeasuredProvider {
    let name = "ecommpay"
    let options = ["--payment-delay", "0s"]
    private let key = SecretBytes(copying: "your_secret".utf8)

    func word(of webhook: HTTPMessage) throws -> String {
        let payment = try EcommpayCallback.verifying(webhook.body, key: key).payment
        return "\(payment.id) \(payment.status.text)"
    }

    func client(of shop: MeasuredShop) throws -> any LoadClient { try Client(shop) }

    private final class Client: LoadClient {
        let connection: TimedConnection
        private let shop: MeasuredShop
        private let key = SecretBytes(copying: "your_secret".utf8)

        init(_ shop: MeasuredShop) throws {
            self.shop = shop
            connection = try TimedConnection(port: shop.port)
        }

        func flow() throws {
            let id = Hex.encode(SystemRandom().bytes(16))
            var options = EcommpayPaymentOptions(
                projectID: 10, paymentID: id, paymentAmount: 1999, paymentCurrency: "USD",
                paymentDescription: "Coffee", customerID: "ana")
            options.additionalFields = [EcommpayAdditionalField(.customer_email, "ana@loja.example")]
            options.signature = EcommpaySignature.sign(options.stringToSign, key: key)
            let session = try connection.post(
                "/sdk/v1/session", options.json, step: "POST session", expecting: 201
            ).text("session")
            _ = try connection.post(
                "/sdk/v1/session/\(session)/pay", ["method": "card", "token": "tok_success"], step: "POST pay",
                expecting: 200)
            try shop.webhooks.wait(
                for: "\(id) \(EcommpayPaymentStatus.Pending.awaiting3DSResult.rawValue)", connection)
            let page = try connection.get("/sdk/v1/session/\(session)", step: "GET session").text("acs_url")
            try shop.payer.approve(page, over: connection)
            try shop.webhooks.wait(for: "\(id) \(EcommpayPaymentStatus.Final.success.rawValue)", connection)
            let request: JSONObject = ["general": ["project_id": 10, "payment_id": .string(id)]]
            try connection.post(
                "/v2/payment/status", .object(EcommpaySignature.signing(gateRequest: request, key: key)),
                step: "POST status", expecting: 200
            ).expect("success", at: "payment", "status")
        }
    }
}
