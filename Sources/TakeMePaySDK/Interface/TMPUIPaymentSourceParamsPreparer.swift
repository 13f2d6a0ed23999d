import CheckoutContracts
import CheckoutPresentation
import FoundationEssentials
import ToqueEncoding

/// The built-in screens: a counter with the methods and PAY, and the result of an attempt.
@MainActor
public final class TMPUIPaymentSourceParamsPreparer: TMPPaymentSourceParamsPreparer {
    public var payment: TMPPayment?
    public var latestError: (any Error)?
    /// The chosen method.
    public var selectedPaymentMethod: TMPPaymentMethod?
    /// The content of the counter.
    public private(set) var paymentStatus = TMPPaymentResultState.idle

    private let presenter: (any CheckoutPresenter)?
    private var sourceTypes: [TMPPaymentMethod] = []
    private var decoratedSourceParams: ((TMPSourceParams) -> Void)?
    private var completion: ((TMPPaymentResultState, (any Error)?) -> Void)?
    /// Waits for the end of an attempt.
    private var attempt: CheckedContinuation<Attempt, Never>?

    private enum Attempt {
        case failed
        case canceled
        /// True after the end of the payment.
        case ended(TMPPaymentResultState)
    }

    /// - Parameter presenter: shows the screens. Default: the presenter in `TOQUE_PRESENT`.
    public init(presenter: (any CheckoutPresenter)? = nil) { self.presenter = presenter }

    public func paymentMethod() -> TMPPaymentMethod {
        // The payment offers at least one method before it asks.
        guard let method = selectedPaymentMethod ?? sourceTypes.first else {
            preconditionFailure("paymentMethod() is asked for before prepareSourceParams")
        }
        return method
    }

    public func prepareSourceParams(
        _ rawSourceParams: TMPSourceParams, availableSourceTypes sourceTypes: [TMPPaymentMethod],
        userInfo: [AnyHashable: Any]?, decoratedSourceParams: @escaping (TMPSourceParams) -> Void,
        completion: @escaping (TMPPaymentResultState, (any Error)?) -> Void
    ) {
        self.sourceTypes = sourceTypes
        selectedPaymentMethod = sourceTypes.first
        self.decoratedSourceParams = decoratedSourceParams
        self.completion = completion
        Task { await serve(rawSourceParams) }
    }

    // MARK: The counter

    private func serve(_ params: TMPSourceParams) async {
        do {
            let presenter = try presenter ?? TMPEnvironment().foundPresenter()
            let (state, error) = try await serve(params, presenter)
            await presenter.finish()
            completion?(state, error)
        } catch {
            // There is nobody to ask, or a script ended early. That never approves. An earlier error says more.
            completion?(.failure, latestError ?? error)
        }
        (decoratedSourceParams, completion) = (nil, nil)
    }

    private func serve(
        _ params: TMPSourceParams, _ presenter: any CheckoutPresenter
    ) async throws -> (TMPPaymentResultState, (any Error)?) {
        while true {
            let choice = MethodChoice(
                sourceTypes.map { CheckoutMethod($0.name) }, selected: selectedPaymentMethod?.name,
                summary: Self.summary(params))
            switch try await presenter.present(.methods(choice)) {
            case .choose(let name): selectedPaymentMethod = sourceTypes.first { $0.name == name }
            case .confirm: if let end = try await payPressed(params, presenter) { return end }
            case .fill, .authorize, .cancel, .close, .retry, .returned, .tapped, .opened:
                return (.canceled, latestError)
            }
        }
    }

    /// - Returns: the payment's result; nil to show the counter again.
    private func payPressed(
        _ params: TMPSourceParams, _ presenter: any CheckoutPresenter
    ) async throws -> (TMPPaymentResultState, (any Error)?)? {
        while true {
            latestError = nil
            paymentStatus = .inProgress
            await presenter.show(.loader("Paying"))
            let attempt = await withCheckedContinuation { continuation in
                self.attempt = continuation
                decoratedSourceParams?(params)
            }
            switch attempt {
            case .ended(let state):
                paymentStatus = state
                return (state, nil)
            case .canceled:
                paymentStatus = .idle
                return nil
            case .failed:
                paymentStatus = .failure
                let notice = CheckoutNotice(
                    "The payment failed", message: latestError.map { "\($0)" }, canRetry: true)
                let action = try await presenter.present(.result(notice))
                paymentStatus = .idle
                guard case .retry = action else { return (.canceled, latestError) }
            }
        }
    }

    private static func summary(_ params: TMPSourceParams) -> PaymentSummary? {
        guard let currency = Currency(params.currency) else { return nil }
        return PaymentSummary(
            amount: TakeMeLimits.decimal(Int(clamping: params.amount), currency), currency: currency.code,
            reference: params.description)
    }

    // MARK: The result of an attempt

    private func end(_ end: Attempt, error: (any Error)? = nil) {
        if let error { latestError = error }
        let waiting = attempt
        attempt = nil
        waiting?.resume(returning: end)
    }

    public func payment(
        _ payment: TMPPayment, didCreate source: TMPSource?, error: (any Error)?, userInfo: [AnyHashable: Any]?
    ) {
        if let error { end(.failed, error: error) }
    }

    public func payment(
        _ payment: TMPPayment, didFinishAuthorization state: TMPPaymentAuthorizationState, error: (any Error)?,
        userInfo: [AnyHashable: Any]?
    ) {
        switch state {
        case .success: break
        case .canceled: end(.canceled, error: error)
        case .failure, .unknown: end(.failed, error: error)
        }
    }

    public func payment(
        _ payment: TMPPayment, didPolled source: TMPSource?, state: TMPPaymentPollingResultState,
        error: (any Error)?, userInfo: [AnyHashable: Any]?
    ) {
        switch state {
        case .success: end(.ended(.success))
        case .timeout: end(.ended(.possibleSuccess))
        case .failure, .inProgress, .unknown: end(.failed, error: error)
        }
    }

    /// Ends all waits, whoever ended the payment.
    public func payment(
        _ payment: TMPPayment, didFinishWith state: TMPPaymentResultState, error: (any Error)?,
        userInfo: [AnyHashable: Any]?
    ) {
        end(.ended(state))
    }
}
