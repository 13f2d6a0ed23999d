import ToqueCrypto
import ToqueEncoding

/// The Payment Page, for methods without a form in the app.
public enum EcommpayPaymentPage {
    /// The provider's address of the page.
    public static let productionURL = "https://paymentpage.ecommpay.com/payment"

    /// The name of a server that links to the page. The signature covers it as text.
    public static let interfaceType = #"{"id": 24}"#

    /// Returns the address of the page.
    /// - Parameters:
    ///   - parameters: such as `project_id`, `payment_id`, `payment_amount`; each name once, without `signature`.
    ///   - key: the project's secret key.
    ///   - base: the address of the service.
    public static func url(
        _ parameters: [(name: String, value: String)], key: borrowing SecretBytes, base: String = productionURL
    ) -> String {
        var query = parameters
        if !query.contains(where: { $0.name == "interface_type" }) { query.append(("interface_type", interfaceType)) }
        query.append(("signature", EcommpaySignature.sign(stringToSign(query), key: key)))
        return "\(base)?\(FormURLEncoding.encode(query))"
    }

    /// Returns true if the key signed the address's parameters. A repeated name is refused, because a reader that takes
    /// the other value would read unsigned data.
    public static func verify(query: [(name: String, value: String)], key: borrowing SecretBytes) -> Bool {
        guard Set(query.map(\.name)).count == query.count,
            let signature = query.first(where: { $0.name == "signature" })?.value
        else { return false }
        return EcommpaySignature.verify(signature, of: stringToSign(query), key: key)
    }

    private static func stringToSign(_ query: [(name: String, value: String)]) -> EcommpayStringToSign {
        var parameters = JSONObject()
        for (name, value) in query { parameters[name] = .string(value) }
        return EcommpayStringToSign(parameters)
    }
}
