import PixAPI
import ToqueEncoding

/// A provider that is measured.
protocol MeasuredProvider: Sendable {
    /// As `toque simulate` has it.
    var name: String { get }
    /// Further options of `toque simulate`, so that nobody waits for a simulated delay.
    var options: [String] { get }

    /// What a webhook says, once its signature is found right: an object's id and its status.
    func word(of webhook: HTTPMessage) throws -> String

    func client(of shop: MeasuredShop) throws -> any LoadClient
}

/// The providers that are measured, Pix first.
enum MeasuredProviders {
    static let all: [any MeasuredProvider] = [
        PixMeasured(), YunoMeasured(), EcommpayMeasured(), PlacetoPayMeasured(), TakeMeMeasured(),
    ]
    static let names = all.map(\.name)
}

/// Biometric Pix, which the others stand beside: an enrollment and a payment with it. Its webhooks are not signed.
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
    /// - Throws: for a code that is none.
    static func named(_ code: String) throws -> Currency {
        guard let currency = Currency(code) else { throw TimedConnection.Failure(description: "no currency \(code)") }
        return currency
    }
}
