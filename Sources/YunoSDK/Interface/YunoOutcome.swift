import CheckoutContracts

extension Yuno {
    /// What an app is told. `Yuno.Result("userCancelled")` reads the newer spelling, too.
    public typealias Result = YunoResult

    /// What a `Result` cannot say: a Pix code that was closed is pending, one that ran out is expired.
    public struct Outcome: Sendable, Hashable {
        /// The sub-status of a payment whose window the person closed. The payment goes on, and a Pix code can be paid.
        public static let closedByUser = "CLOSED_BY_USER"

        public let result: Result
        /// Such as `PENDING`; nil where the server told none.
        public let status: String?
        public let subStatus: String?
        /// For logs: why there is no status, or why the person could not be asked.
        public let reason: String?

        /// - Parameter isCanceledByPerson: whether the person canceled a wallet's sheet.
        init(_ status: YunoPaymentStatus, isCanceledByPerson: Bool = false, reason: String? = nil) {
            result = Result(status, isCanceledByPerson: isCanceledByPerson)
            self.status = status.status
            subStatus = status.subStatus
            self.reason = reason
        }

        /// Without a status.
        init(_ result: Result, reason: String) {
            self.result = result
            (status, subStatus) = (nil, nil)
            self.reason = reason
        }

        /// Of a window that was closed.
        init(closed status: YunoPaymentStatus) {
            result = Result(status)
            self.status = status.status
            subStatus = Self.closedByUser
            reason = nil
        }
    }
}
