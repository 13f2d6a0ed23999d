/// What Yuno's SDK tells an app, in the SDK's own words.
public enum YunoResult: String, Sendable, Hashable, CaseIterable {
    case reject
    case success
    case fail
    /// Not yet: neither a yes nor a no.
    case processing
    case internalError
    case userCancell

    /// Reads `userCancelled`, as newer editions write it, too.
    public init?(_ text: String) {
        guard let result = text == "userCancelled" ? .userCancell : YunoResult(rawValue: text) else { return nil }
        self = result
    }

    /// What a payment's status means to the app.
    /// - Parameters:
    ///   - status: as the server tells it.
    ///   - isCanceledByPerson: whether the person has canceled a method that answers at once, such as a wallet's sheet.
    ///     Closing the window of a PIX code is no cancellation.
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
        // What the merchant takes back, and what is lost, is not paid.
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
