import BiometricPixSDK
import PixAPI

/// A step of a payment that is done, and in the journal.
public enum PaymentStep: Sendable {
    /// `POST /payment-intents/`, or the intent of an earlier one whose answer was lost.
    case created(PaymentIntent)
    /// The device signed.
    case signed(AssertionResponse)
    /// The provider has the signature.
    case authorized
    /// The result, whichever it is: the intent's status tells. Nothing follows.
    case finished(PaymentIntent)
}
