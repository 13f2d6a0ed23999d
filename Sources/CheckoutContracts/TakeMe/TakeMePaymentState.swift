/// What a payment on the device ends with, or where it stands. The numbers are the SDK's.
public enum TakeMeResultState: Int, Sendable, Hashable, CaseIterable {
    case unknown
    case idle
    case inProgress
    case success
    case failure
    case canceled
    /// The payer has authorized the payment, and its result is not known yet. Never ask them to pay again.
    case possibleSuccess
}

/// What the wallet made of the payer's authorization. The numbers are the SDK's.
public enum TakeMeAuthorizationState: Int, Sendable, Hashable, CaseIterable {
    case unknown
    case success
    case failure
    case canceled
}

/// What polling a source has come to. The numbers are the SDK's.
public enum TakeMePollingState: Int, Sendable, Hashable, CaseIterable {
    case unknown
    case success
    case failure
    case inProgress
    /// Nobody knows yet: the payment may have succeeded.
    case timeout

    /// What a status that was polled means to the device. Without the merchant's charge the source stays chargeable,
    /// and polling goes on.
    public init(_ status: TakeMeSourceStatus) {
        self =
            switch status {
            case .pending: .inProgress
            case .final(.consumed): .success
            case .final(.failed), .unrecognized: .failure
            }
    }
}
