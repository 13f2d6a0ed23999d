/// A value of a column or a parameter.
public enum PostgreSQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case text(String)
}
