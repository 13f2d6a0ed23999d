import CheckoutContracts

/// Information for a card's issuer with 3-D Secure 2.
public typealias ThreeDSecureInfo = EcommpayThreeDSecureInfo
/// The payment's part, which is signed.
public typealias ThreeDSecurePaymentInfo = EcommpayThreeDSecurePaymentInfo
/// The gift cards that the payment buys.
public typealias ThreeDSecureGiftCardInfo = EcommpayThreeDSecureGiftCardInfo
/// The customer's part, which is not signed.
public typealias ThreeDSecureCustomerInfo = EcommpayThreeDSecureCustomerInfo
/// The merchant's knowledge about the customer's account.
public typealias ThreeDSecureAccountInfo = EcommpayThreeDSecureAccountInfo
/// The delivery of the purchase.
public typealias ThreeDSecureShippingInfo = EcommpayThreeDSecureShippingInfo
/// The result of an earlier authentication.
public typealias ThreeDSecureMpiResultInfo = EcommpayThreeDSecureMPIResultInfo

// The guide's member names.
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
