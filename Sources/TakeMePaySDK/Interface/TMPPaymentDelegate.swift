/// Hears of each phase of a payment, on the main actor: the app's delegate first, then the preparer.
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

/// Who does not implement a method is not interested.
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

/// An app's own user interface of a payment: it shows what is paid, lets the payer choose, and hands the parameters on.
@MainActor
public protocol TMPPaymentSourceParamsPreparer: TMPPaymentDelegate {
    /// Set by the payment, which lives as long as it runs by this reference, and is taken back when it ends.
    var payment: TMPPayment? { get set }
    /// The latest error of an attempt, for `completion`.
    var latestError: (any Error)? { get set }

    /// One of the methods that `prepareSourceParams` brought, asked for with each attempt.
    func paymentMethod() -> TMPPaymentMethod

    /// Shows what is to be paid, and lets the payer choose.
    /// - Parameters:
    ///   - rawSourceParams: what the app asked for.
    ///   - sourceTypes: the methods to choose from; nothing else may be returned by `paymentMethod`.
    ///   - userInfo: as `startAction` got it.
    ///   - decoratedSourceParams: begins an attempt with these parameters; each press of PAY calls it.
    ///   - completion: ends the payment, exactly once: (canceled, latestError) where the payer gives up.
    func prepareSourceParams(
        _ rawSourceParams: TMPSourceParams, availableSourceTypes sourceTypes: [TMPPaymentMethod],
        userInfo: [AnyHashable: Any]?, decoratedSourceParams: @escaping (TMPSourceParams) -> Void,
        completion: @escaping (TMPPaymentResultState, (any Error)?) -> Void)
}
