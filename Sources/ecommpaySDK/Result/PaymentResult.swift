/// How a payment ended, as far as the app knows. The merchant's server asks for the status before it acts: see
/// `payment?.status` where there is an error.
public struct PaymentResult: Sendable, Hashable {
    public let status: PaymentStatus
    /// There with the status `Error` alone.
    public let error: PaymentError?
    /// What the provider told last; nil where nothing was opened.
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

/// How a payment ended on the device.
public enum PaymentStatus: Int, Sendable, Hashable {
    case Success = 0
    case Decline = 100
    /// The person closed the form.
    case Cancelled = 200
    case Error = 500
}
