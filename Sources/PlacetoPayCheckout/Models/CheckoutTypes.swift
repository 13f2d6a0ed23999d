import CheckoutContracts
import ToqueEncoding

// The guide's names for the parts of requests and answers.
/// `status` of an answer, a session or a transaction.
public typealias CheckoutStatus = PlacetoPayStatus
/// Who buys; fills the page in beforehand.
public typealias CheckoutBuyer = PlacetoPayPerson
/// A value of the merchant's, by its keyword.
public typealias CheckoutField = PlacetoPayField
/// What is to be paid.
public typealias CheckoutPayment = PlacetoPayPayment
/// An amount with its parts and taxes.
public typealias CheckoutAmount = PlacetoPayAmount
/// A thing that is bought.
public typealias CheckoutItem = PlacetoPayItem
/// Money to the digit.
public typealias CheckoutDecimal = ExactDecimal
/// A currency of ISO 4217.
public typealias CheckoutCurrency = Currency
/// An attempt to pay.
public typealias CheckoutPaymentInformation = PlacetoPayTransaction

/// What the app sells: whatever the shop calls it, it can say what is to be paid.
public protocol CheckoutPackage: Sendable {
    var checkoutPayment: CheckoutPayment { get }
}

/// Who buys it.
public protocol CheckoutCustomer: Sendable {
    var checkoutBuyer: CheckoutBuyer { get }
}

/// What the repository hands back: a response, or a `ResultError`.
public protocol CheckoutResult: Sendable {}

/// Why there is no response.
public enum CheckoutError: Error, Sendable, Hashable {
    /// What went wrong, and 500.
    case networkError(String, Int)
}

/// Why there is no response.
public struct ResultError: CheckoutResult, Hashable {
    public let error: CheckoutError

    public init(error: CheckoutError) { self.error = error }
}
