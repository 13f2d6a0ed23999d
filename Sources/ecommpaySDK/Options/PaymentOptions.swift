import CheckoutContracts

/// What a payment is opened with, under the names that ecommpay's SDK for iOS has. The merchant's server signs
/// `paramsForSignature()`; the secret key never comes into the app.
///
/// The members are those of `EcommpayPaymentOptions`, such as `languageCode`, `additionalFields`, `threeDSecureInfo`,
/// `recurrentInfo` and `signature`. Here stand those whose types or values differ in the SDK.
@dynamicMemberLookup
public final class PaymentOptions {
    /// Accepted and checked, and of no use without an Apple device.
    public typealias ApplePayOptions = EcommpayApplePayOptions

    /// As they go to the provider.
    var contract: EcommpayPaymentOptions
    public var mockModeType = MockModeType.disabled
    /// Accepted and not used, as there is nothing to draw with it.
    public var brandColor: (any Sendable)?
    /// Accepted and not used, as there is nothing to draw it on.
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

    /// In minor units; 0 for `Verify` alone.
    public var paymentAmount: Int64 {
        get { Int64(contract.paymentAmount) }
        set { contract.paymentAmount = Int(newValue) }
    }

    public var action: ActionType {
        get { ActionType(contract.action) }
        set { contract.action = newValue.contract }
    }

    /// The string for the merchant's server to sign: parameters that are set and not empty.
    @discardableResult
    public func paramsForSignature() -> String { contract.stringToSign.description }
}

/// What is done with the amount.
public enum ActionType: Int, Sendable, Hashable {
    /// Charged at once.
    case Sale = 1
    /// Held; the merchant captures.
    case Auth = 2
    /// Nothing; the instrument is verified.
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

/// A test of the app alone: nothing is sent, and the result is the one that is named.
public enum MockModeType: Int, Sendable, Hashable {
    case disabled, success, decline
}
