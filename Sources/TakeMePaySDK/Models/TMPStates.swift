import CheckoutContracts

/// The state or result of a payment.
public typealias TMPPaymentResultState = TakeMeResultState
/// The result of the payer's authorization in the wallet.
public typealias TMPPaymentAuthorizationState = TakeMeAuthorizationState
/// The result of polling a source.
public typealias TMPPaymentPollingResultState = TakeMePollingState

/// The status of a source.
public enum TMPSourceStatus: Int, Sendable, Hashable, CaseIterable {
    case unknown, pending, chargeable, consumed, failed

    init(_ status: TakeMeSourceStatus) { self = Self(rawValue: status.number) ?? .unknown }
}

/// A payment method.
public enum TMPSourceType: Int, Sendable, Hashable, CaseIterable {
    case unknown, weChatPay, alipay

    init(_ type: TakeMeSourceType) { self = Self(rawValue: type.number) ?? .unknown }

    /// The type in the API; nil for the unknown one.
    var onTheWire: TakeMeSourceType? { TakeMeSourceType.allCases.first { $0.number == rawValue } }
}

/// The payer's way to the wallet.
public enum TMPSourceFlow: Int, Sendable, Hashable, CaseIterable {
    case unknown, redirect

    init(_ flow: TakeMeSourceFlow) { self = Self(rawValue: flow.number) ?? .unknown }
}

/// The result of the payer's visit to the wallet.
public enum TMPRedirectStatus: Int, Sendable, Hashable, CaseIterable {
    case unknown, pending, succeeded, failed

    init(_ status: TakeMeRedirectStatus) { self = Self(rawValue: status.number) ?? .unknown }
}
