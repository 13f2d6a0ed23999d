/// The parameters of `GET /bank-accounts/`.
public struct BankAccountQuery: PixQuery {
    public typealias Item = BankAccount
    public static let path = "/bank-accounts/"

    public var institution: String?

    public init(institution: String? = nil) { self.institution = institution }

    public var parameters: [(name: String, value: String?)] { [("institution", institution)] }
}
