import CheckoutPresentation

/// An app's object that provides a payment's parameters and receives the result. The SDK uses its members only on the
/// main actor.
public protocol YunoPaymentDelegate: Sendable {
    /// ISO 3166-1 alpha-2, equal to the session's.
    var countryCode: String { get }
    var language: String? { get }
    var checkoutSession: String { get }
    /// Shows the screens. Default: the environment's.
    @MainActor var viewController: (any CheckoutPresenter)? { get }

    /// Called once for each started payment.
    func yunoPaymentResult(_ result: Yuno.Result)
}

extension YunoPaymentDelegate {
    @MainActor public var viewController: (any CheckoutPresenter)? { nil }
}
