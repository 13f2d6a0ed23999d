import ToqueEncoding

/// A device that may authorize payments of a customer at an institution, or is about to.
public struct Enrollment: JSONModel, Hashable {
    /// The only type there is.
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

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        id = try reader.text("id")
        createdBy = try reader.optionalText("created_by") ?? ""
        createdAt = try reader.timestamp("created_at")
        updatedAt = try reader.timestamp("updated_at")
        externalID = try reader.optionalText("external_id")
        status = try reader.value("status", EnrollmentStatus.self)
        statusReasonCode = try reader.optionalText("status_reason_code").map(StatusReasonCode.init(rawValue:))
        statusReasonMessage = try reader.optionalText("status_reason_message")
        details = try reader.model("details", EnrollmentDetails.self)
        metadata = try reader.optional("metadata")?.object() ?? [:]
    }

    public var json: JSON {
        [
            "id": .string(id), "created_by": .string(createdBy), "created_at": .timestamp(createdAt),
            "updated_at": .timestamp(updatedAt), "external_id": .text(externalID), "type": .string(Self.type),
            "status": .string(status.rawValue), "status_reason_code": .text(statusReasonCode?.rawValue),
            "status_reason_message": .text(statusReasonMessage), "details": details.json,
            "metadata": .object(metadata),
        ]
    }
}
