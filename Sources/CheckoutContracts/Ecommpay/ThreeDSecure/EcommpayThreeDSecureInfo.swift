import ToqueEncoding

/// Information for a card's issuer with 3-D Secure 2. On the wire `secure_info`: the payment's part, which is signed,
/// with the unsigned customer's part as its member `customer`.
public struct EcommpayThreeDSecureInfo: Sendable, Hashable {
    public var payment: EcommpayThreeDSecurePaymentInfo
    public var customer: EcommpayThreeDSecureCustomerInfo?

    public init(
        payment: EcommpayThreeDSecurePaymentInfo = EcommpayThreeDSecurePaymentInfo(),
        customer: EcommpayThreeDSecureCustomerInfo? = nil
    ) {
        self.payment = payment
        self.customer = customer
    }
}

extension EcommpayThreeDSecureInfo: JSONStructure, RequestModel {
    package static let blank = EcommpayThreeDSecureInfo()

    package mutating func members(_ coder: inout JSONCoder) {
        payment.members(&coder)
        coder.part("customer", &customer)
    }
}
