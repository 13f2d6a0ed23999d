import CheckoutContracts
import CheckoutPresentation
import ToqueEncoding

/// An app's payment request, read once.
@MainActor
struct YunoOrder {
    let session: String
    let countryCode: String
    let language: String?
    let method: YunoPayment.Method
    let viewController: (any CheckoutPresenter)?

    init(_ params: SeamlessParams, _ selected: any PaymentMethodSelected) {
        session = params.checkoutSession
        countryCode = params.countryCode
        language = params.language
        method = YunoPayment.Method(type: selected.paymentMethodType, vaultedToken: selected.vaultedToken)
        viewController = params.viewController
    }

    init(_ delegate: any YunoPaymentDelegate, _ selected: any PaymentMethodSelected) {
        session = delegate.checkoutSession
        countryCode = delegate.countryCode
        language = delegate.language
        method = YunoPayment.Method(type: selected.paymentMethodType, vaultedToken: selected.vaultedToken)
        viewController = delegate.viewController
    }

    /// The request that creates the payment.
    /// - Throws: `JSONMemberError` for the first member outside its limits.
    func request() throws(JSONMemberError) -> YunoDevicePaymentRequest {
        let request = YunoDevicePaymentRequest(
            paymentMethod: method, countryCode: countryCode.uppercased(),
            language: language.map { YunoLanguage($0).rawValue })
        // Reading checks every limit.
        return try YunoDevicePaymentRequest(json: request.json)
    }
}

/// The account of an initialized SDK.
struct YunoAccount: Sendable {
    let apiKey: String
    let config: YunoConfig
    let environment: YunoEnvironment

    func client() throws(YunoEnvironment.Missing) -> YunoDeviceClient {
        YunoDeviceClient(
            server: try environment.foundServer(), transport: environment.transport, publicKey: apiKey)
    }

    /// Returns true if the server knows the key.
    func isKnown() async -> Bool {
        do {
            guard let problem = try await client().configurationProblem() else { return true }
            environment.logger.warning("\(problem)")
        } catch {
            environment.logger.warning("\(error)")
        }
        return false
    }
}
