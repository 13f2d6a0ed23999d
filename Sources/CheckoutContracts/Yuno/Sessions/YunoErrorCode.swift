import ToqueEncoding

/// Error codes.
public enum YunoErrorCode: String, Sendable, Hashable, CaseIterable {
    case invalidRequest = "INVALID_REQUEST"
    case invalidParameters = "INVALID_PARAMETERS"
    case missingParameters = "MISSING_PARAMETERS"
    case invalidStatus = "INVALID_STATUS"
    case countryNotSupported = "COUNTRY_NOT_SUPPORTED"
    case currencyNotAllowed = "CURRENCY_NOT_ALLOWED"
    case invalidAmount = "INVALID_AMOUNT"
    case invalidAccountID = "INVALID_ACCOUNT_ID"
    /// The object does not exist, or it has expired.
    case checkoutSessionNotFound = "CHECKOUT_SESSION_NOT_FOUND"
    case paymentNotFound = "PAYMENT_NOT_FOUND"
    case transactionNotFound = "TRANSACTION_NOT_FOUND"
    case unavailablePaymentMethod = "UNAVAILABLE_PAYMENT_METHOD"
    /// The first request with this idempotency key is still in progress.
    case requestInProcess = "REQUEST_IN_PROCESS"
    /// The first request with this idempotency key failed before it created anything.
    case idempotencyDuplicated = "IDEMPOTENCY_DUPLICATED"
    case invalidCredentials = "INVALID_CREDENTIALS"
    case unsupportedMethod = "UNSUPPORTED_METHOD"
}

/// The body of an error response: `{"code", "messages"}`.
public struct YunoAPIError: Error, Sendable, Hashable {
    /// A `YunoErrorCode`, or another one.
    public var code: String
    /// One or more sentences.
    public var messages: [String]

    public init(code: String, messages: [String]) {
        self.code = code
        self.messages = messages
    }

    /// nil for an unknown code.
    public var knownCode: YunoErrorCode? { YunoErrorCode(rawValue: code) }
}

extension YunoAPIError: JSONStructure {
    package static let blank = YunoAPIError(code: "", messages: [])

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("code", &code)
        coder.required("messages", &messages)
    }
}
