import ToqueEncoding

/// A device that may authorize a customer's payments at an institution, or is about to.
public struct Enrollment: JSONModel, Hashable {
    /// The only type.
    public static let type = "open_finance_biometric_pix"

    public var id: String
    public var createdBy: String
    public var createdAt: Timestamp
    public var updatedAt: Timestamp
    public var externalID: String?
    public var status: EnrollmentStatus
    public var statusReasonCode: StatusReasonCode?
    public var statusReasonMessage: String?
    public var details: EnrollmentDetails
    public var metadata: JSONObject

    public init(
        id: String, createdBy: String, createdAt: Timestamp, updatedAt: Timestamp, externalID: String? = nil,
        status: EnrollmentStatus, statusReasonCode: StatusReasonCode? = nil, statusReasonMessage: String? = nil,
        details: EnrollmentDetails, metadata: JSONObject = [:]
    ) {
        self.id = id
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.externalID = externalID
        self.status = status
        self.statusReasonCode = statusReasonCode
        self.statusReasonMessage = statusReasonMessage
        self.details = details
        self.metadata = metadata
    }
}

extension Enrollment: JSONStructure {
    package static let blank = Self(
        id: "", createdBy: "", createdAt: .epoch, updatedAt: .epoch, status: .pending, details: .blank)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.id("id", &id)
        coder.expected("created_by", &createdBy, .uuid)
        coder.required("created_at", &createdAt)
        coder.required("updated_at", &updatedAt)
        coder.nullable("external_id", &externalID)
        coder.constant("type", .string(Self.type))
        coder.required("status", &status)
        coder.nullable("status_reason_code", &statusReasonCode)
        coder.nullable("status_reason_message", &statusReasonMessage)
        coder.required("details", &details)
        coder.expected("metadata", &metadata)
    }
}
