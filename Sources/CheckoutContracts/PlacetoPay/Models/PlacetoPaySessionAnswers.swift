import ToqueEncoding

/// Response to `POST /api/session`. For a refused request it has only the status.
public struct PlacetoPaySessionResponse: JSONModel, Hashable {
    public var status: PlacetoPayStatus
    public var requestID: Int?
    /// The address of the payment page.
    public var processURL: String?

    public init(status: PlacetoPayStatus, requestID: Int? = nil, processURL: String? = nil) {
        self.status = status
        self.requestID = requestID
        self.processURL = processURL
    }
}

/// Response to `POST /api/session/{requestId}`.
public struct PlacetoPaySessionInformation: JSONModel, Hashable {
    public var status: PlacetoPayStatus
    public var requestID: Int?
    public var request: PlacetoPayShownRequest?
    /// nil while there is none.
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

/// Response to `POST /api/session/{requestId}/cancel`.
public struct PlacetoPayCancellation: JSONModel, Hashable {
    /// The request's status, `OK`. The session's own is in `session`.
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
