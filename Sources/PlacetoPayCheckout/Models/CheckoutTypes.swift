import CheckoutContracts
import ToqueEncoding

// The guide's names for the parts of requests and answers.
public typealias CheckoutStatus = PlacetoPayStatus
public typealias CheckoutBuyer = PlacetoPayPerson
public typealias CheckoutField = PlacetoPayField
public typealias CheckoutPayment = PlacetoPayPayment
public typealias CheckoutAmount = PlacetoPayAmount
public typealias CheckoutItem = PlacetoPayItem
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

public struct ResultError: CheckoutResult, Hashable {
    public let error: CheckoutError

    public init(error: CheckoutError) { self.error = error }
}
