/// The result of a payment, as far as the app knows it. The merchant's server asks for the status before it acts. After
/// an error, see `payment?.status`.
public struct PaymentResult: Sendable, Hashable {
    public let status: PaymentStatus
    /// Present only with the status `Error`.
    public let error: PaymentError?
    /// The provider's last report; nil if no payment was opened.
    public let payment: Payment?

    init(_ status: PaymentStatus, payment: Payment? = nil) {
        self.status = status
        self.payment = payment
        error = nil
    }

    init(_ error: PaymentError, payment: Payment? = nil) {
        status = .Error
        self.error = error
        self.payment = payment
    }
}

/// The result of a payment on the device.
public enum PaymentStatus: Int, Sendable, Hashable {
    case Success = 0
    case Decline = 100
    /// The person closed the form.
    case Cancelled = 200
    case Error = 500
}
