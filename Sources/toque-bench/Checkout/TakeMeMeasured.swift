import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

/// TakeMe: the payer authorizes a source, and the merchant's server charges it after the webhook.
final class TakeMeMeasured: MeasuredProvider {
    let name = "takeme"
    let options: [String] = []
    private static let secretKey = "sk_test_sandbox"
    private let key = SecretBytes(copying: secretKey.utf8)

    func word(of webhook: HTTPMessage) throws -> String {
        try TakeMeSignature.verify(
            webhook.field(TakeMeSignature.header.lowercased()), of: webhook.body, secret: key, at: .now(),
            tolerance: .seconds(300))
        let event = try TakeMeEvent(json: JSON(parsing: webhook.body))
        return "\(event.source) \(event.kind.rawValue)"
    }

    func client(of shop: MeasuredShop) throws -> any LoadClient { try Client(shop) }

    private final class Client: LoadClient {
        let connection: TimedConnection
        private let shop: MeasuredShop
        private static let device = "Authorization: Bearer pk_test_sandbox\r\n"
        private static let merchant = "Authorization: Bearer \(secretKey)\r\n"

        init(_ shop: MeasuredShop) throws {
            self.shop = shop
            connection = try TimedConnection(port: shop.port)
        }

        func flow() throws {
            let source = try connection.post(
                "/v1/sources",
                TakeMeSourceRequest(amount: 1200, currency: .named("JPY"), type: .weChatPay, description: "Coffee")
                    .json,
                step: "POST sources", fields: Self.device, expecting: 201)
            let id = try source.text("id")
            try shop.payer.approve(source.text("redirect", "url"), over: connection)
            try shop.webhooks.wait(for: "\(id) \(TakeMeEvent.Kind.chargeable.rawValue)", connection)
            _ = try connection.post(
                "/v1/charges", ["source": .string(id)], step: "POST charges",
                fields: "\(Self.merchant)Idempotency-Key: \(id)\r\n", expecting: 201)
            try shop.webhooks.wait(for: "\(id) \(TakeMeEvent.Kind.consumed.rawValue)", connection)
            try connection.get("/v1/sources/\(id)", step: "GET sources/{id}", fields: Self.merchant)
                .expect("consumed", at: "status")
        }
    }
}
