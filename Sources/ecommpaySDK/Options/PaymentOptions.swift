import CheckoutContracts

/// The options of a payment, with the names of ecommpay's SDK for iOS. The merchant's server signs
/// `paramsForSignature()`; the secret key is never in the app.
///
/// The members are those of `EcommpayPaymentOptions`, such as `languageCode`, `additionalFields`, `threeDSecureInfo`,
/// `recurrentInfo` and `signature`. Defined here are those with other types or values in the SDK.
@dynamicMemberLookup
public final class PaymentOptions {
    /// Accepted and checked, but without effect outside an Apple device.
    public typealias ApplePayOptions = EcommpayApplePayOptions

    /// The options in the provider's form.
    var contract: EcommpayPaymentOptions
    public var mockModeType = MockModeType.disabled
    /// Accepted and ignored, because nothing is drawn.
    public var brandColor: (any Sendable)?
    /// Accepted and ignored, because nothing is drawn.
    public var logoImage: (any Sendable)?

    public init(
        projectID: Int32, paymentID: String, paymentAmount: Int64, paymentCurrency: String,
        paymentDescription: String? = nil, customerID: String? = nil, regionCode: String? = nil
    ) {
        contract = EcommpayPaymentOptions(
            projectID: Int(projectID), paymentID: paymentID, paymentAmount: Int(paymentAmount),
            paymentCurrency: paymentCurrency, paymentDescription: paymentDescription, customerID: customerID,
            regionCode: regionCode)
    }

    /// A member of `EcommpayPaymentOptions`.
    public subscript<Value>(dynamicMember member: WritableKeyPath<EcommpayPaymentOptions, Value>) -> Value {
        get { contract[keyPath: member] }
        set { contract[keyPath: member] = newValue }
    }

    public var projectID: Int32 {
        get { Int32(clamping: contract.projectID) }
        set { contract.projectID = Int(newValue) }
    }

    /// In minor units; 0 only for `Verify`.
    public var paymentAmount: Int64 {
        get { Int64(contract.paymentAmount) }
        set { contract.paymentAmount = Int(newValue) }
    }

    public var action: ActionType {
        get { ActionType(contract.action) }
        set { contract.action = newValue.contract }
    }

    /// The string for the merchant's server to sign: the parameters that are set and not empty.
    @discardableResult
    public func paramsForSignature() -> String { contract.stringToSign.description }
}

/// The use of the amount.
public enum ActionType: Int, Sendable, Hashable {
    /// Charges it at once.
    case Sale = 1
    /// Holds it for the merchant to capture.
    case Auth = 2
    /// Charges nothing and verifies the instrument.
    case Verify = 4

    init(_ action: EcommpayPaymentOptions.Action) {
        switch action {
        case .sale: self = .Sale
        case .auth: self = .Auth
        case .verify: self = .Verify
        }
    }

    var contract: EcommpayPaymentOptions.Action {
        switch self {
        case .Sale: .sale
        case .Auth: .auth
        case .Verify: .verify
        }
    }
}

/// A test without the provider: nothing is sent, and the result is the named one.
public enum MockModeType: Int, Sendable, Hashable {
    case disabled, success, decline
}
