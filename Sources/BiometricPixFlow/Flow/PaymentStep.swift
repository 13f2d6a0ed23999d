import BiometricPixSDK
import PixAPI

/// A completed step of a payment, stored in the journal.
public enum PaymentStep: Sendable {
    /// `POST /payment-intents/`, or an earlier intent whose response was lost.
    case created(PaymentIntent)
    /// The device signed.
    case signed(AssertionResponse)
    /// The provider has the signature.
    case authorized
    /// The result; check the intent's status. Nothing follows.
    case finished(PaymentIntent)
}
