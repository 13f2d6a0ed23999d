/// The parameters of `GET /enrollments/`: `device_id` from the guide, the others from the API reference.
public struct EnrollmentQuery: PixQuery {
    public typealias Item = Enrollment
    public static let path = "/enrollments/"

    public var deviceID: String?
    public var customerIdentifier: TaxIdentifier?
    /// Ids.
    public var customer: String?
    public var institution: String?
    public var status: EnrollmentStatus?
    public var externalID: String?

    public init(
        deviceID: String? = nil, customerIdentifier: TaxIdentifier? = nil, customer: String? = nil,
        institution: String? = nil, status: EnrollmentStatus? = nil, externalID: String? = nil
    ) {
        self.deviceID = deviceID
        self.customerIdentifier = customerIdentifier
        self.customer = customer
        self.institution = institution
        self.status = status
        self.externalID = externalID
    }

    public var parameters: [(name: String, value: String?)] {
        [
            ("device_id", deviceID), ("customer__identifier", customerIdentifier?.text), ("customer", customer),
            ("institution", institution), ("status", status?.rawValue), ("external_id", externalID),
        ]
    }
}
