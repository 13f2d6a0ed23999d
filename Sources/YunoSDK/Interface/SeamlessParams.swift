import CheckoutPresentation

/// An app's parameters for paying a session. It can be created anywhere, and is used on the main actor.
@MainActor
public final class SeamlessParams {
    /// The ID of the session that the merchant's server created.
    public var checkoutSession: String
    /// ISO 3166-1 alpha-2, equal to the session's.
    public var countryCode: String
    /// A tag such as `pt` or `zh-TW`, in either case; unsupported ones mean English.
    public var language: String?
    /// Shows the screens. Default: the environment's.
    public var viewController: (any CheckoutPresenter)?

    /// `countryCode`, in the guide's other spelling.
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

/// The person's chosen method.
public protocol PaymentMethodSelected {
    /// A saved instrument's token. Required for cards: on Linux the SDK accepts no card data.
    var vaultedToken: String? { get }
    /// Such as `PIX`, `CARD`, `APPLE_PAY` or `MERCADO_PAGO_CHECKOUT_PRO`.
    var paymentMethodType: String { get }
}
