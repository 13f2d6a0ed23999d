/// The result that Yuno's SDK reports to an app, with the SDK's names.
public enum YunoResult: String, Sendable, Hashable, CaseIterable {
    case reject
    case success
    case fail
    /// Not yet: neither yes nor no.
    case processing
    case internalError
    case userCancell

    /// Also reads `userCancelled`, the spelling of newer versions.
    public init?(_ text: String) {
        guard let result = text == "userCancelled" ? .userCancell : YunoResult(rawValue: text) else { return nil }
        self = result
    }

    /// The app's result for a payment's status.
    /// - Parameters:
    ///   - status: the server's.
    ///   - isCanceledByPerson: true if the person has canceled a synchronous method, such as a wallet's sheet. Closing
    ///     the window of a PIX code does not cancel.
    public init(_ status: YunoPaymentStatus, isCanceledByPerson: Bool = false) {
        switch status {
        case .final(let status): self = status.result
        case .pending(let status): self = status.result(isCanceledByPerson: isCanceledByPerson)
        case .unrecognized: self = .processing
        }
    }
}

extension YunoPaymentStatus.Final {
    fileprivate var result: YunoResult {
        switch self {
        case .approved, .captured, .partiallyApproved, .partiallyCaptured, .partiallyRefunded, .partiallyChargedBack,
            .approvedDespiteFraud, .captureFailed, .verified:
            .success
        case .declined, .fraudDeclined, .rejected, .fraud: .reject
        // Refunds and chargebacks are not paid.
        case .expired, .canceled, .refunded, .chargedBack: .fail
        case .error, .reversedByTimeout: .internalError
        }
    }
}

extension YunoPaymentStatus.Pending {
    fileprivate func result(isCanceledByPerson: Bool) -> YunoResult {
        switch self {
        case .created, .readyToPay, .authorized, .inProcess, .waitingAdditionalStep, .waitingForProvider, .fraudReview,
            .waitingForOTP:
            isCanceledByPerson ? .userCancell : .processing
        case .captureRetried, .refundRetried: .success
        case .refundRequested, .cancelRequested: .fail
        case .disputed, .disputeReviewed: .processing
        case .timedOut, .reversing: .internalError
        }
    }
}
