/// The state or result of a payment on the device. The numbers are the SDK's.
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

/// The result of the payer's authorization in the wallet. The numbers are the SDK's.
public enum TakeMeAuthorizationState: Int, Sendable, Hashable, CaseIterable {
    case unknown
    case success
    case failure
    case canceled
}

/// The result of polling a source. The numbers are the SDK's.
public enum TakeMePollingState: Int, Sendable, Hashable, CaseIterable {
    case unknown
    case success
    case failure
    case inProgress
    /// Unknown: the payment may have succeeded.
    case timeout

    /// The polling state for a status. Until the merchant charges it, the source stays chargeable and polling
    /// continues.
    public init(_ status: TakeMeSourceStatus) {
        self =
            switch status {
            case .pending: .inProgress
            case .final(.consumed): .success
            case .final(.failed), .unrecognized: .failure
            }
    }
}
