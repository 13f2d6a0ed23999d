import CheckoutContracts

/// Why there is no result.
public struct PaymentError: Error, Sendable, Hashable, CustomStringConvertible {
    public let code: PaymentErrorCode
    public let message: String

    init(_ code: PaymentErrorCode, _ message: String) { (self.code, self.message) = (code, message) }

    /// The code's name.
    public var codeString: String { "\(code)" }
    public var description: String { "\(code): \(message)" }
}

/// The SDK's codes, 0 to 18.
public enum PaymentErrorCode: Int, Sendable, Hashable, CaseIterable {
    case serverUnauthorized, serverMethodNotFound, serverApiError, serverContentParsingError
    case networkError, networkIsNotAvailable, networkTimeout
    case paymentRequestTypeNotExist, paymentMethodNotAvailable, paymentAlreadyExist, paymentHasFinalStatus
    case paymentNotFound, paymentTokenNotExist, customerIdNotExist, clarificationFieldsError
    case sessionNotInitialized, illegalArguments, illegalState, unknown

    init(_ code: EcommpayPaymentErrorCode) { self = Self(rawValue: code.number) ?? .unknown }
}
