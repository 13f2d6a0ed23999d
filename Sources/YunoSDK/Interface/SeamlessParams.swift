import CheckoutPresentation

/// What an app hands over to pay a session. It may be made anywhere, and is used on the main actor.
@MainActor
public final class SeamlessParams {
    /// Id of the session that the merchant's server made.
    public var checkoutSession: String
    /// ISO 3166-1 alpha-2, as the session's.
    public var countryCode: String
    /// A tag such as `pt` or `zh-TW`, in any case; one that the SDK does not have means English.
    public var language: String?
    /// Shows the screens; nil means the one of the environment.
    public var viewController: (any CheckoutPresenter)?

    /// `countryCode`, as the guide also spells it.
    public var country_code: String {
        get { countryCode }
        set { countryCode = newValue }
    }

    public nonisolated init(
        checkoutSession: String, countryCode: String, language: String? = nil,
        viewController: (any CheckoutPresenter)? = nil
    ) {
        self.checkoutSession = checkoutSession
        self.countryCode = countryCode
        self.language = language
        self.viewController = viewController
    }

    public nonisolated convenience init(
        checkoutSession: String, country_code: String, language: String? = nil,
        viewController: (any CheckoutPresenter)? = nil
    ) {
        self.init(
            checkoutSession: checkoutSession, countryCode: country_code, language: language,
            viewController: viewController)
    }
}

/// The method that the person chose in the app.
public protocol PaymentMethodSelected {
    /// Of a saved instrument. Cards need one: the SDK takes no card data on Linux.
    var vaultedToken: String? { get }
    /// Such as `PIX`, `CARD`, `APPLE_PAY` or `MERCADO_PAGO_CHECKOUT_PRO`.
    var paymentMethodType: String { get }
}
