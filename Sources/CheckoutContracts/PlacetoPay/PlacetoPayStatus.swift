import ToqueEncoding

/// `status` of an answer, a session, a transaction or a notification.
public struct PlacetoPayStatus: JSONModel, Hashable {
    /// All words that there are.
    public enum Word: String, Sendable, Hashable, CaseIterable {
        /// The request is taken; it says nothing of the session.
        case ok = "OK"
        /// The request is refused, or the transaction failed technically; it says nothing of the session.
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
    /// As it was sent: it is signed so.
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

/// What has become of a session. Not yet and no are different types, so that no caller takes one for the other.
public enum PlacetoPaySessionState: Hashable, Sendable {
    /// Something can still happen.
    public enum Pending: String, Sendable, Hashable, CaseIterable {
        case pending = "PENDING"
        case pendingConfirmation = "PENDING_CONFIRMATION"
        /// A part is paid, and the rest may follow.
        case approvedPartial = "APPROVED_PARTIAL"
    }

    /// Nothing happens any more.
    public enum Final: String, Sendable, Hashable, CaseIterable {
        case approved = "APPROVED"
        case rejected = "REJECTED"
        /// A part is paid, and the rest never will be.
        case partialExpired = "PARTIAL_EXPIRED"
    }

    case pending(Pending)
    case final(Final)
}

/// What has become of a transaction, which is one attempt to pay.
public enum PlacetoPayTransactionState: Hashable, Sendable {
    /// The bank has not answered.
    public enum Pending: String, Sendable, Hashable, CaseIterable {
        case pending = "PENDING"
        case pendingConfirmation = "PENDING_CONFIRMATION"
    }

    /// The bank's answer.
    public enum Final: String, Sendable, Hashable, CaseIterable {
        case approved = "APPROVED"
        case rejected = "REJECTED"
        case failed = "FAILED"
    }

    case pending(Pending)
    case final(Final)
}

extension PlacetoPayStatus {
    /// Of a session's status; nil for a word about the request alone, after which the session is as it was.
    public var session: PlacetoPaySessionState? {
        if let pending = PlacetoPaySessionState.Pending(rawValue: status.rawValue) { return .pending(pending) }
        return PlacetoPaySessionState.Final(rawValue: status.rawValue).map(PlacetoPaySessionState.final)
    }

    /// Of a transaction's status; nil for a word that a transaction does not have.
    public var transaction: PlacetoPayTransactionState? {
        if let pending = PlacetoPayTransactionState.Pending(rawValue: status.rawValue) { return .pending(pending) }
        return PlacetoPayTransactionState.Final(rawValue: status.rawValue).map(PlacetoPayTransactionState.final)
    }
}
