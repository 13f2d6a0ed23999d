import CheckoutContracts

/// A payment method that the SDK supports. The payment creates the objects; a preparer returns one of those it
/// received.
@MainActor
public class TMPPaymentMethod {
    public let type: TMPSourceType
    /// The type in the API.
    public let name: String

    fileprivate init(_ type: TakeMeSourceType) {
        self.type = TMPSourceType(type)
        name = type.rawValue
    }

    static func make(_ type: TakeMeSourceType) -> TMPPaymentMethod {
        switch type {
        case .weChatPay: TMPPaymentMethodWeChatPay(type)
        case .alipay: TMPPaymentMethodAlipay(type)
        }
    }
}

/// WeChat Pay.
public final class TMPPaymentMethodWeChatPay: TMPPaymentMethod {}

/// Alipay.
public final class TMPPaymentMethodAlipay: TMPPaymentMethod {}
