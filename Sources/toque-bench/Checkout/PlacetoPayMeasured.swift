import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

/// PlacetoPay: a session with a page. Its one notification comes at the end.
final class PlacetoPayMeasured: MeasuredProvider {
    let name = "placetopay"
    let options: [String] = []
    private let key = SecretBytes(copying: "sandbox".utf8)

    func word(of webhook: HTTPMessage) throws -> String {
        let notification = try PlacetoPayNotification(json: JSON(parsing: webhook.body))
        try notification.verify(secretKey: key)
        return "\(notification.requestID) \(notification.status.status.rawValue)"
    }

    func client(of shop: MeasuredShop) throws -> any LoadClient { try Client(shop, of: self) }

    /// Creates a session, which waits for its payer.
    func session(over connection: TimedConnection) throws -> JSON {
        let amount = PlacetoPayAmount(
            currency: try .named("COP"), total: ExactDecimal(minorUnits: 165_000, exponent: 0))
        return try connection.post(
            "/api/session",
            PlacetoPaySessionRequest(
                auth: auth, payment: .init(reference: "bench", amount: amount),
                returnURL: "https://merchant.example/paid", ipAddress: "127.0.0.1", userAgent: "bench"
            ).json, step: "POST session", expecting: 200)
    }

    private var auth: PlacetoPayAuth {
        PlacetoPayAuth(login: "sandbox", secretKey: key, random: SystemRandom(), at: .now())
    }

    private final class Client: LoadClient {
        let connection: TimedConnection
        private let shop: MeasuredShop
        private let provider: PlacetoPayMeasured

        init(_ shop: MeasuredShop, of provider: PlacetoPayMeasured) throws {
            self.shop = shop
            self.provider = provider
            connection = try TimedConnection(port: shop.port)
        }

        func flow() throws {
            let session = try provider.session(over: connection)
            guard let id = session["requestId"]?.intValue else {
                throw TimedConnection.Failure(description: "a session without a requestId")
            }
            try shop.payer.approve(session.text("processUrl"), over: connection)
            try shop.webhooks.wait(for: "\(id) \(PlacetoPayStatus.Word.approved.rawValue)", connection)
            try connection.post(
                "/api/session/\(id)", PlacetoPayInformationRequest(auth: provider.auth).json, step: "POST session/{id}",
                expecting: 200
            ).expect(PlacetoPayStatus.Word.approved.rawValue, at: "status", "status")
        }
    }
}
