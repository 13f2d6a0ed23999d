import ToqueEncoding

/// Body of `PATCH /bank-accounts/{id}/`.
public struct UpdateBankAccountRequest: RequestModel, Hashable {
    public var active: Bool

    public init(active: Bool) { self.active = active }

    public init(validating reader: JSONReader) throws(InvalidMembers) {
        var all = Validation()
        active = try all.need(try reader.member("active", expected: "true or false").bool())
    }

    public var json: JSON { ["active": .bool(active)] }
}
