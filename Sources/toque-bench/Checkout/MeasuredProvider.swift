import PixAPI
import ToqueEncoding

/// A measured provider.
protocol MeasuredProvider: Sendable {
    /// Its name in `toque simulate`.
    var name: String { get }
    /// Further options of `toque simulate`, to avoid simulated delays.
    var options: [String] { get }

    /// Returns a verified webhook's summary: an object's ID and its status.
    func word(of webhook: HTTPMessage) throws -> String

    func client(of shop: MeasuredShop) throws -> any LoadClient
}

/// The measured providers, Pix first.
enum MeasuredProviders {
    static let all: [any MeasuredProvider] = [
        PixMeasured(), YunoMeasured(), EcommpayMeasured(), PlacetoPayMeasured(), TakeMeMeasured(),
    ]
    static let names = all.map(\.name)
}

/// Biometric Pix, the reference for the others: an enrollment and a payment with it. Its webhooks are not signed.
struct PixMeasured: MeasuredProvider {
    let name = "biometric-pix"
    let options = ["--options-delay", "0s", "--result-delay", "0s"]

    func word(of webhook: HTTPMessage) throws -> String {
        let body = try JSON(parsing: webhook.body)
        return "\(body["object_id"]?.stringValue ?? "") \(body["data"]?["status"]?.stringValue ?? "")"
    }

    func client(of shop: MeasuredShop) throws -> any LoadClient {
        try FlowClient(port: shop.port, webhooks: shop.webhooks)
    }
}

extension Currency {
    /// - Throws: for an invalid code.
    static func named(_ code: String) throws -> Currency {
        guard let currency = Currency(code) else { throw TimedConnection.Failure(description: "no currency \(code)") }
        return currency
    }
}
