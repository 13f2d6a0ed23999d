/// Receives the phases of a payment, on the main actor: the app's delegate first, then the preparer.
@MainActor
public protocol TMPPaymentDelegate: AnyObject {
    func payment(
        _ payment: TMPPayment, didReceivedSourceTypes sourceTypes: [String]?, selectedSourceType: String?,
        error: (any Error)?, userInfo: [AnyHashable: Any]?)
    func payment(_ payment: TMPPayment, willCreateSourceByUsing params: TMPSourceParams)
    func payment(
        _ payment: TMPPayment, didCreate source: TMPSource?, error: (any Error)?, userInfo: [AnyHashable: Any]?)
    func payment(
        _ payment: TMPPayment, didFinishAuthorization state: TMPPaymentAuthorizationState, error: (any Error)?,
        userInfo: [AnyHashable: Any]?)
    func payment(
        _ payment: TMPPayment, didPolled source: TMPSource?, state: TMPPaymentPollingResultState,
        error: (any Error)?, userInfo: [AnyHashable: Any]?)
    func payment(
        _ payment: TMPPayment, willFinishWith state: TMPPaymentResultState, error: (any Error)?,
        userInfo: [AnyHashable: Any]?)
    func payment(
        _ payment: TMPPayment, didFinishWith state: TMPPaymentResultState, error: (any Error)?,
        userInfo: [AnyHashable: Any]?)
}

/// All methods are optional.
extension TMPPaymentDelegate {
    public func payment(
        _ payment: TMPPayment, didReceivedSourceTypes sourceTypes: [String]?, selectedSourceType: String?,
        error: (any Error)?, userInfo: [AnyHashable: Any]?
    ) {}
    public func payment(_ payment: TMPPayment, willCreateSourceByUsing params: TMPSourceParams) {}
    public func payment(
        _ payment: TMPPayment, didCreate source: TMPSource?, error: (any Error)?, userInfo: [AnyHashable: Any]?
    ) {}
    public func payment(
        _ payment: TMPPayment, didFinishAuthorization state: TMPPaymentAuthorizationState, error: (any Error)?,
        userInfo: [AnyHashable: Any]?
    ) {}
    public func payment(
        _ payment: TMPPayment, didPolled source: TMPSource?, state: TMPPaymentPollingResultState,
        error: (any Error)?, userInfo: [AnyHashable: Any]?
    ) {}
    public func payment(
        _ payment: TMPPayment, willFinishWith state: TMPPaymentResultState, error: (any Error)?,
        userInfo: [AnyHashable: Any]?
    ) {}
    public func payment(
        _ payment: TMPPayment, didFinishWith state: TMPPaymentResultState, error: (any Error)?,
        userInfo: [AnyHashable: Any]?
    ) {}
}

/// An app's own payment screens: they show the payment, let the payer choose, and return the parameters.
@MainActor
public protocol TMPPaymentSourceParamsPreparer: TMPPaymentDelegate {
    /// Set by the payment, which lives by this reference while it runs. Cleared at its end.
    var payment: TMPPayment? { get set }
    /// An attempt's latest error, for `completion`.
    var latestError: (any Error)? { get set }

    /// One of the methods that `prepareSourceParams` received; read in each attempt.
    func paymentMethod() -> TMPPaymentMethod

    /// Shows the payment and lets the payer choose.
    /// - Parameters:
    ///   - rawSourceParams: the app's parameters.
    ///   - sourceTypes: the methods to choose from; `paymentMethod` must return one of them.
    ///   - userInfo: from `startAction`.
    ///   - decoratedSourceParams: starts an attempt with these parameters; called with each press of PAY.
    ///   - completion: ends the payment, exactly once: (canceled, latestError) if the payer gives up.
    func prepareSourceParams(
        _ rawSourceParams: TMPSourceParams, availableSourceTypes sourceTypes: [TMPPaymentMethod],
        userInfo: [AnyHashable: Any]?, decoratedSourceParams: @escaping (TMPSourceParams) -> Void,
        completion: @escaping (TMPPaymentResultState, (any Error)?) -> Void)
}
