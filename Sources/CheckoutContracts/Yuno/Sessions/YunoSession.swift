import ToqueEncoding

/// A checkout session.
public struct YunoSession: Sendable, Hashable {
    /// `checkout_session`, for the device.
    public var id: String
    public var request: CreateYunoSessionRequest
    public var createdAt: Timestamp
    public var expiresAt: Timestamp

    public init(id: String, request: CreateYunoSessionRequest, createdAt: Timestamp, expiresAt: Timestamp) {
        self.id = id
        self.request = request
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

extension YunoSession: JSONStructure {
    package static let blank = YunoSession(id: "", request: .blank, createdAt: .epoch, expiresAt: .epoch)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.id("checkout_session", &id)
        coder.id("account_id", &request.accountID)
        coder.required("merchant_order_id", &request.merchantOrderID)
        coder.required("payment_description", &request.paymentDescription)
        coder.required("country", &request.country)
        coder.required("amount", &request.amount)
        coder.nullable("alternative_amount", &request.alternativeAmount)
        coder.nullable("callback_url", &request.callbackURL)
        coder.shown(
            "workflow", .string(CreateYunoSessionRequest.workflow),
            .constant(.string(CreateYunoSessionRequest.workflow)))
        coder.object("payment_method") { method in
            method.object("detail") { detail in
                detail.object("card") { $0.required("capture", &request.capture) }
            }
        }
        coder.required("created_at", &createdAt)
        coder.required("expires_at", &expiresAt)
    }
}
