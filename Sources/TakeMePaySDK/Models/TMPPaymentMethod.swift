import CheckoutContracts

/// A way to pay that the SDK can handle. The payment makes them; a preparer returns one of those that it was given.
@MainActor
public class TMPPaymentMethod {
    public let type: TMPSourceType
    /// As the API has it.
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
