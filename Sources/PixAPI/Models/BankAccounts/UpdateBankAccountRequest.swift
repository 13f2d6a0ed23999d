import ToqueEncoding

/// Body of `PATCH /bank-accounts/{id}/`.
public struct UpdateBankAccountRequest: RequestModel, Hashable {
    public var active: Bool

    public init(active: Bool) { self.active = active }
}

extension UpdateBankAccountRequest: JSONStructure {
    package static let blank = Self(active: false)

    package mutating func members(_ coder: inout JSONCoder) { coder.required("active", &active) }
}
