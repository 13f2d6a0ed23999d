import CheckoutContracts

extension Yuno {
    /// The result for an app. `Yuno.Result("userCancelled")` also reads the newer spelling.
    public typealias Result = YunoResult

    /// Details that a `Result` lacks: a closed Pix code is pending, an expired one is expired.
    public struct Outcome: Sendable, Hashable {
        /// The sub-status of a payment whose window the person closed. The payment continues: a Pix code can still be
        /// paid.
        public static let closedByUser = "CLOSED_BY_USER"

        public let result: Result
        /// Such as `PENDING`; nil if the server reported none.
        public let status: String?
        public let subStatus: String?
        /// For logs: why there is no status, or why nobody could be asked.
        public let reason: String?

        /// - Parameter isCanceledByPerson: true if the person canceled a wallet's sheet.
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

        /// Of a closed window.
        init(closed status: YunoPaymentStatus) {
            result = Result(status)
            self.status = status.status
            subStatus = Self.closedByUser
            reason = nil
        }
    }
}
