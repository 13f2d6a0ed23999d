import CheckoutContracts

/// What a payment is opened with, under the names that ecommpay's SDK for iOS has. The merchant's server signs
/// `paramsForSignature()`; the secret key never comes into the app.
public final class PaymentOptions {
    public var projectID: Int32
    /// Unique in the project.
    public var paymentID: String
    /// In minor units; 0 for `Verify` alone.
    public var paymentAmount: Int64
    /// ISO 4217.
    public var paymentCurrency: String
    public var paymentDescription: String?
    /// Saved instruments are kept under it.
    public var customerID: String?
    /// The person's country, two letters.
    public var regionCode: String?
    /// `en`, `hu`, `es`, `it`, `de` or `fr`, in any case. Another one opens no form.
    public var languageCode: String?
    /// A saved instrument to pay with.
    public var token: String?
    /// Base64 of JSON.
    public var receiptData: String?
    public var hideSavedWallets: Bool?
    /// A method that the person does not choose, such as `card`.
    public var forcePaymentMethod: String?
    public var action = ActionType.Sale
    public var additionalFields: [AdditionalField] = []
    public var threeDSecureInfo: ThreeDSecureInfo?
    public var recurrentInfo: RecurrentInfo?
    /// Accepted and checked; there is no Apple Pay on Linux.
    public var applePayOptions: ApplePayOptions?
    public var mockModeType = MockModeType.disabled
    /// What the merchant's server made of `paramsForSignature()`.
    public var signature: String?

    public init(
        projectID: Int32, paymentID: String, paymentAmount: Int64, paymentCurrency: String,
        paymentDescription: String? = nil, customerID: String? = nil, regionCode: String? = nil
    ) {
        self.projectID = projectID
        self.paymentID = paymentID
        self.paymentAmount = paymentAmount
        self.paymentCurrency = paymentCurrency
        self.paymentDescription = paymentDescription
        self.customerID = customerID
        self.regionCode = regionCode
    }

    /// The string for the merchant's server to sign: parameters that are set and not empty.
    @discardableResult
    public func paramsForSignature() -> String { contract.stringToSign.description }

    /// As they go to the provider.
    var contract: EcommpayPaymentOptions {
        var options = EcommpayPaymentOptions(
            projectID: Int(projectID), paymentID: paymentID, paymentAmount: Int(paymentAmount),
            paymentCurrency: paymentCurrency, paymentDescription: paymentDescription, customerID: customerID,
            regionCode: regionCode)
        options.languageCode = languageCode
        options.token = token
        options.receiptData = receiptData
        options.hideSavedWallets = hideSavedWallets
        options.forcePaymentMethod = forcePaymentMethod
        options.action = action.contract
        options.additionalFields = additionalFields.map(\.contract)
        options.threeDSecureInfo = threeDSecureInfo
        options.recurrentInfo = recurrentInfo
        options.applePayOptions = applePayOptions.map {
            EcommpayApplePayOptions(
                merchantID: $0.applePayMerchantID, description: $0.applePayDescription, countryCode: $0.countryCode)
        }
        options.signature = signature
        return options
    }

    /// What Apple Pay needs on iOS: all three.
    public struct ApplePayOptions: Sendable, Hashable {
        public var applePayMerchantID: String
        public var applePayDescription: String
        public var countryCode: String

        public init(applePayMerchantID: String, applePayDescription: String, countryCode: String) {
            self.applePayMerchantID = applePayMerchantID
            self.applePayDescription = applePayDescription
            self.countryCode = countryCode
        }
    }
}

/// What is done with the amount.
public enum ActionType: Int, Sendable, Hashable {
    /// Charged at once.
    case Sale = 1
    /// Held; the merchant captures.
    case Auth = 2
    /// Nothing; the instrument is verified.
    case Verify = 4

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

public typealias ThreeDSecureInfo = EcommpayThreeDSecureInfo
public typealias ThreeDSecurePaymentInfo = EcommpayThreeDSecurePaymentInfo
public typealias ThreeDSecureGiftCardInfo = EcommpayThreeDSecureGiftCardInfo
public typealias ThreeDSecureCustomerInfo = EcommpayThreeDSecureCustomerInfo
public typealias ThreeDSecureAccountInfo = EcommpayThreeDSecureAccountInfo
public typealias ThreeDSecureShippingInfo = EcommpayThreeDSecureShippingInfo
public typealias ThreeDSecureMpiResultInfo = EcommpayThreeDSecureMPIResultInfo
public typealias RecurrentInfo = EcommpayRecurrentInfo

// The guide's names of members.
extension EcommpayThreeDSecureInfo {
    public var threeDSecurePaymentInfo: ThreeDSecurePaymentInfo {
        get { payment }
        set { payment = newValue }
    }
    public var threeDSecureCustomerInfo: ThreeDSecureCustomerInfo? {
        get { customer }
        set { customer = newValue }
    }
}

extension EcommpayThreeDSecurePaymentInfo {
    public var threeDSecureGiftCardInfo: ThreeDSecureGiftCardInfo? {
        get { giftCard }
        set { giftCard = newValue }
    }
}

extension EcommpayThreeDSecureCustomerInfo {
    public var threeDSecureAccountInfo: ThreeDSecureAccountInfo? {
        get { account }
        set { account = newValue }
    }
    public var threeDSecureShippingInfo: ThreeDSecureShippingInfo? {
        get { shipping }
        set { shipping = newValue }
    }
    public var threeDSecureMpiResultInfo: ThreeDSecureMpiResultInfo? {
        get { mpiResult }
        set { mpiResult = newValue }
    }
}
