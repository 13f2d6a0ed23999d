import ToqueCrypto
import ToqueEncoding

/// The Payment Page, on which a person pays with the methods that have no form in the app.
public enum EcommpayPaymentPage {
    /// Where the provider serves it.
    public static let productionURL = "https://paymentpage.ecommpay.com/payment"

    /// How a server that links to the page names itself: it is signed as the text that it is.
    public static let interfaceType = #"{"id": 24}"#

    /// The address of the page.
    /// - Parameters:
    ///   - parameters: such as `project_id`, `payment_id`, `payment_amount`; each name once, none of them `signature`.
    ///   - key: the project's secret key.
    ///   - base: where the page is served.
    public static func url(
        _ parameters: [(name: String, value: String)], key: borrowing SecretBytes, base: String = productionURL
    ) -> String {
        var query = parameters
        if !query.contains(where: { $0.name == "interface_type" }) { query.append(("interface_type", interfaceType)) }
        query.append(("signature", EcommpaySignature.sign(stringToSign(query), key: key)))
        return "\(base)?\(FormURLEncoding.encode(query))"
    }

    /// Whether the parameters of such an address are signed with the key. A name that stands twice is refused: who
    /// reads the other one of them would read what is not signed.
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
