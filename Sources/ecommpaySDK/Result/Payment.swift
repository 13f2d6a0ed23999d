import ToqueEncoding

/// A payment as the provider reports it.
public struct Payment: Sendable, Hashable {
    public let id: String
    /// Such as `success` or `awaiting capture`.
    public let status: String
    public let type: String?
    public let date: String?
    public let method: String?
    /// In minor units.
    public let sum: Int64
    public let currency: String
    public let token: String?
    public let account: Account?

    /// The payment's instrument.
    public struct Account: Sendable, Hashable {
        public let number: String
        public let type: String?
        public let cardHolder: String?
    }

    init(_ reader: JSONReader) throws(JSONMemberError) {
        id = try reader.member("id").string()
        status = try reader.member("status").string()
        type = try reader.optional("type")?.string()
        date = try reader.optional("date")?.string()
        method = try reader.optional("method")?.string()
        sum = Int64(try reader.member("sum").member("amount").int())
        currency = try reader.member("sum").member("currency").string()
        token = try reader.optional("token")?.string()
        account = try reader.optional("account").map { (account) throws(JSONMemberError) in
            Account(
                number: try account.member("number").string(), type: try account.optional("type")?.string(),
                cardHolder: try account.optional("card_holder")?.string())
        }
    }
}
