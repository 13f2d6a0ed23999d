import CheckoutContracts

/// What a payment ends with, or where it stands.
public typealias TMPPaymentResultState = TakeMeResultState
/// What the wallet made of the payer's authorization.
public typealias TMPPaymentAuthorizationState = TakeMeAuthorizationState
/// What polling a source has come to.
public typealias TMPPaymentPollingResultState = TakeMePollingState

/// How far a source has come.
public enum TMPSourceStatus: Int, Sendable, Hashable, CaseIterable {
    case unknown, pending, chargeable, consumed, failed

    init(_ status: TakeMeSourceStatus) { self = Self(rawValue: status.number) ?? .unknown }
}

/// A way to pay, which the SDK also calls a payment method.
public enum TMPSourceType: Int, Sendable, Hashable, CaseIterable {
    case unknown, weChatPay, alipay

    init(_ type: TakeMeSourceType) { self = Self(rawValue: type.number) ?? .unknown }

    /// As the API has it; nil for the unknown one.
    var onTheWire: TakeMeSourceType? { TakeMeSourceType.allCases.first { $0.number == rawValue } }
}

/// How the payer gets to the wallet.
public enum TMPSourceFlow: Int, Sendable, Hashable, CaseIterable {
    case unknown, redirect

    init(_ flow: TakeMeSourceFlow) { self = Self(rawValue: flow.number) ?? .unknown }
}

/// What came of the payer's visit to the wallet.
public enum TMPRedirectStatus: Int, Sendable, Hashable, CaseIterable {
    case unknown, pending, succeeded, failed

    init(_ status: TakeMeRedirectStatus) { self = Self(rawValue: status.number) ?? .unknown }
}
