import ToqueEncoding

/// The customer's part of the 3-D Secure information.
public struct EcommpayThreeDSecureCustomerInfo: Sendable, Hashable {
    /// Whether the shipping address is the billing address.
    public enum AddressMatch: String, Sendable, Hashable, JSONChoice {
        case same = "Y"
        case different = "N"
    }

    public var addressMatch: AddressMatch?
    /// The part of an ISO 3166-2 code after the country, such as `MOS`.
    public var billingRegionCode: String?
    /// 4 to 24 digits.
    public var homePhone: String?
    /// 4 to 24 digits.
    public var workPhone: String?
    public var account: EcommpayThreeDSecureAccountInfo?
    public var shipping: EcommpayThreeDSecureShippingInfo?
    public var mpiResult: EcommpayThreeDSecureMPIResultInfo?

    public init() {}
}

/// The result of an earlier authentication of the customer.
public struct EcommpayThreeDSecureMPIResultInfo: Sendable, Hashable {
    /// True if the person was challenged.
    public enum AuthenticationFlow: String, Sendable, Hashable, JSONChoice {
        case frictionless = "01"
        case challenge = "02"
    }

    public var acsOperationID: String?
    public var authenticationFlow: AuthenticationFlow?
    /// The documentation specifies no format.
    public var authenticationTimestamp: String?

    public init() {}
}

extension EcommpayThreeDSecureCustomerInfo: JSONStructure, RequestModel {
    package static let blank = EcommpayThreeDSecureCustomerInfo()

    package mutating func members(_ coder: inout JSONCoder) {
        coder.optional("address_match", &addressMatch)
        coder.optional("billing_region_code", &billingRegionCode, .region)
        coder.optional("home_phone", &homePhone, .digits(4...24))
        coder.optional("work_phone", &workPhone, .digits(4...24))
        coder.part("account", &account)
        coder.part("shipping", &shipping)
        coder.part("mpi_result", &mpiResult)
    }
}

extension EcommpayThreeDSecureMPIResultInfo: JSONStructure, RequestModel {
    package static let blank = EcommpayThreeDSecureMPIResultInfo()

    package mutating func members(_ coder: inout JSONCoder) {
        coder.optional("acs_operation_id", &acsOperationID, upTo: 36)
        coder.optional("authentication_flow", &authenticationFlow)
        coder.optional("authentication_timestamp", &authenticationTimestamp, upTo: 255)
    }
}
