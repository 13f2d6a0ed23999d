import CheckoutPresentation

/// An app's object that a payment is made for and that hears the result. The SDK uses its members on the main actor
/// alone.
public protocol YunoPaymentDelegate: Sendable {
    /// ISO 3166-1 alpha-2, as the session's.
    var countryCode: String { get }
    var language: String? { get }
    var checkoutSession: String { get }
    /// Shows the screens; nil means the one of the environment.
    @MainActor var viewController: (any CheckoutPresenter)? { get }

    /// Called once for each payment that was started.
    func yunoPaymentResult(_ result: Yuno.Result)
}

extension YunoPaymentDelegate {
    @MainActor public var viewController: (any CheckoutPresenter)? { nil }
}
