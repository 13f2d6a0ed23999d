/// Who may use a database at the same time.
enum DatabaseUse: Sendable, Hashable {
    /// Sandboxes, together.
    case sandbox
    /// A copy, alone. Its source and its target have the same number, which no other copy has: they are one database if
    /// it is taken there already.
    case copy(Int64)
}
