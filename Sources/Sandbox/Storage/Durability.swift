/// What an answered request survives (https://sqlite.org/pragma.html#pragma_synchronous).
public enum Durability: String, Sendable, Hashable, CaseIterable {
    /// The end of the process, of the system and of the power supply.
    case full
    /// The end of the process. A crash of the system may take the last moments with it, never the database's order.
    case normal
}
