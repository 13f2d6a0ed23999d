import CheckoutContracts
import ToqueEncoding

// The guide's names for the parts of requests and responses.
/// `status` of a response, a session or a transaction.
public typealias CheckoutStatus = PlacetoPayStatus
/// The buyer, who prefills the page.
public typealias CheckoutBuyer = PlacetoPayPerson
/// A value from the merchant, by keyword.
public typealias CheckoutField = PlacetoPayField
/// The amount and items to pay.
public typealias CheckoutPayment = PlacetoPayPayment
/// An amount with its parts and taxes.
public typealias CheckoutAmount = PlacetoPayAmount
/// A purchased item.
public typealias CheckoutItem = PlacetoPayItem
/// An exact amount.
public typealias CheckoutDecimal = ExactDecimal
/// A currency of ISO 4217.
public typealias CheckoutCurrency = Currency
/// An attempt to pay.
public typealias CheckoutPaymentInformation = PlacetoPayTransaction

/// A shop's own product type, which can describe its payment.
public protocol CheckoutPackage: Sendable {
    var checkoutPayment: CheckoutPayment { get }
}

/// A shop's own customer type, which can describe the buyer.
public protocol CheckoutCustomer: Sendable {
    var checkoutBuyer: CheckoutBuyer { get }
}

/// The repository's result: a response, or a `ResultError`.
public protocol CheckoutResult: Sendable {}

/// Why there is no response.
public enum CheckoutError: Error, Sendable, Hashable {
    /// The error text, and 500.
    case networkError(String, Int)
}

/// Why there is no response.
public struct ResultError: CheckoutResult, Hashable {
    public let error: CheckoutError

    public init(error: CheckoutError) { self.error = error }
}
