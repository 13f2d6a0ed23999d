import ToqueEncoding

/// Why the SDK cannot accept a payment, in the order of the SDK's numbers, from 0.
public enum EcommpayPaymentErrorCode: String, Sendable, Hashable, JSONChoice {
    case serverUnauthorized, serverMethodNotFound, serverApiError, serverContentParsingError
    case networkError, networkIsNotAvailable, networkTimeout
    case paymentRequestTypeNotExist, paymentMethodNotAvailable, paymentAlreadyExist, paymentHasFinalStatus
    case paymentNotFound, paymentTokenNotExist, customerIdNotExist, clarificationFieldsError
    case sessionNotInitialized, illegalArguments, illegalState, unknown

    /// 0 to 18.
    public var number: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count - 1 }
}
