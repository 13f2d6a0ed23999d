import ToqueEncoding

/// Body of `PATCH /bank-accounts/{id}/`.
public struct UpdateBankAccountRequest: JSONModel, Hashable {
    public var active: Bool

    public init(active: Bool) { self.active = active }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        active = try reader.member("active", expected: "true or false").bool()
    }

    public var json: JSON { ["active": .bool(active)] }
}
