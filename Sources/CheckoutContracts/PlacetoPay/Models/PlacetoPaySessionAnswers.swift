import ToqueEncoding

/// Answer to `POST /api/session`, and to a request that is refused, which has the status alone.
public struct PlacetoPaySessionResponse: JSONModel, Hashable {
    public var status: PlacetoPayStatus
    public var requestID: Int?
    /// Where the person pays.
    public var processURL: String?

    public init(status: PlacetoPayStatus, requestID: Int? = nil, processURL: String? = nil) {
        self.status = status
        self.requestID = requestID
        self.processURL = processURL
    }
}

/// Answer to `POST /api/session/{requestId}`.
public struct PlacetoPaySessionInformation: JSONModel, Hashable {
    public var status: PlacetoPayStatus
    public var requestID: Int?
    public var request: PlacetoPayShownRequest?
    /// Nil while there is none.
    public var payment: [PlacetoPayTransaction]?

    public init(
        status: PlacetoPayStatus, requestID: Int?, request: PlacetoPayShownRequest? = nil,
        payment: [PlacetoPayTransaction]? = nil
    ) {
        self.status = status
        self.requestID = requestID
        self.request = request
        self.payment = payment
    }
}

/// Answer to `POST /api/session/{requestId}/cancel`.
public struct PlacetoPayCancellation: JSONModel, Hashable {
    /// Of the request: `OK`. The session's own is in `session`.
    public var status: PlacetoPayStatus
    public var session: PlacetoPaySessionInformation

    public init(status: PlacetoPayStatus, session: PlacetoPaySessionInformation) {
        self.status = status
        self.session = session
    }
}

extension PlacetoPaySessionResponse: JSONStructure {
    package static let blank = Self(status: .blank)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("status", &status)
        coder.optional("requestId", &requestID)
        coder.optional("processUrl", &processURL)
    }
}

extension PlacetoPaySessionInformation: JSONStructure {
    package static let blank = Self(status: .blank, requestID: nil)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("status", &status)
        coder.optional("requestId", &requestID)
        coder.optional("request", &request)
        coder.nullable("payment", &payment)
        coder.shown("subscription", .null, .null)
    }
}

extension PlacetoPayCancellation: JSONStructure {
    package static let blank = Self(status: .blank, session: .blank)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("status", &status)
        coder.required("session", &session)
    }
}
