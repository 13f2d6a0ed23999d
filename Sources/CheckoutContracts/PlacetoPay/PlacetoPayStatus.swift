import ToqueEncoding

/// `status` of a response, session, transaction or notification.
public struct PlacetoPayStatus: JSONModel, Hashable {
    /// All defined statuses.
    public enum Word: String, Sendable, Hashable, CaseIterable {
        /// The request is accepted. Says nothing about the session.
        case ok = "OK"
        /// The request is refused, or the transaction failed technically. Says nothing about the session.
        case failed = "FAILED"
        case pending = "PENDING"
        case pendingConfirmation = "PENDING_CONFIRMATION"
        case approved = "APPROVED"
        case rejected = "REJECTED"
        case approvedPartial = "APPROVED_PARTIAL"
        case partialExpired = "PARTIAL_EXPIRED"
    }

    public var status: Word
    public var reason: PlacetoPayCode?
    /// For people, in the session's language.
    public var message: String?
    /// As received, because the signature covers this text.
    public var date: String

    public init(_ status: Word, reason: PlacetoPayCode?, message: String?, date: String) {
        self.status = status
        self.reason = reason
        self.message = message
        self.date = date
    }

    public init(_ status: Word, reason: PlacetoPayCode?, message: String?, at instant: Timestamp) {
        self.init(status, reason: reason, message: message, date: PlacetoPayDate.text(instant))
    }
}

extension PlacetoPayStatus.Word: JSONChoice {}

extension PlacetoPayStatus: JSONStructure {
    package static let blank = PlacetoPayStatus(.ok, reason: nil, message: nil, date: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("status", &status)
        coder.nullable("reason", &reason)
        coder.nullable("message", &message)
        coder.required("date", &date)
    }
}

/// The status of a session. Pending and final statuses are different types, so no caller mistakes *not yet* for *no*.
public enum PlacetoPaySessionState: Hashable, Sendable {
    /// The session can still change.
    public enum Pending: String, Sendable, Hashable, CaseIterable {
        case pending = "PENDING"
        case pendingConfirmation = "PENDING_CONFIRMATION"
        /// A part is paid; the rest may follow.
        case approvedPartial = "APPROVED_PARTIAL"
    }

    /// The session does not change any more.
    public enum Final: String, Sendable, Hashable, CaseIterable {
        case approved = "APPROVED"
        case rejected = "REJECTED"
        /// A part is paid; the rest never will be.
        case partialExpired = "PARTIAL_EXPIRED"
    }

    case pending(Pending)
    case final(Final)
}

/// The status of a transaction, which is one attempt to pay.
public enum PlacetoPayTransactionState: Hashable, Sendable {
    /// The bank has not responded.
    public enum Pending: String, Sendable, Hashable, CaseIterable {
        case pending = "PENDING"
        case pendingConfirmation = "PENDING_CONFIRMATION"
    }

    /// The bank's response.
    public enum Final: String, Sendable, Hashable, CaseIterable {
        case approved = "APPROVED"
        case rejected = "REJECTED"
        case failed = "FAILED"
    }

    case pending(Pending)
    case final(Final)
}

extension PlacetoPayStatus {
    /// A session's status; nil for a status of only the request, which does not change the session.
    public var session: PlacetoPaySessionState? {
        if let pending = PlacetoPaySessionState.Pending(rawValue: status.rawValue) { return .pending(pending) }
        return PlacetoPaySessionState.Final(rawValue: status.rawValue).map(PlacetoPaySessionState.final)
    }

    /// A transaction's status; nil for a status that transactions do not have.
    public var transaction: PlacetoPayTransactionState? {
        if let pending = PlacetoPayTransactionState.Pending(rawValue: status.rawValue) { return .pending(pending) }
        return PlacetoPayTransactionState.Final(rawValue: status.rawValue).map(PlacetoPayTransactionState.final)
    }
}
