import ToqueCrypto
import ToqueEncoding

/// What one of several instances does alone: sending a webhook, moving a tenant's clock. An instance that dies holds
/// its leases until they end, by the database's clock, because the instances' clocks differ.
final class Leases: Sendable {
    /// A piece of work.
    struct Name: Sendable, Hashable {
        let text: String
        static func delivery(_ cursor: Int64) -> Name { Name(text: "delivery \(cursor)") }
        static func clock(of tenant: String) -> Name { Name(text: "clock \(tenant)") }
    }

    /// This instance.
    private let owner = Hex.encode(SystemRandom().bytes(16))

    private static let now = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"

    /// Takes or extends a lease.
    /// - Returns: false while another instance has it.
    func take(_ name: Name, for duration: Duration, _ session: any StorageSession) throws -> Bool {
        let rows = try session.query(
            """
            INSERT INTO lease (name, owner, ends) VALUES (?, ?, \(Self.now) + ?)
            ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, ends = excluded.ends
            WHERE lease.owner = excluded.owner OR lease.ends <= \(Self.now) RETURNING name
            """, [.text(name.text), .text(owner), .integer(duration.microseconds)])
        return !rows.isEmpty
    }

    /// True while another instance has the lease.
    func isTaken(_ name: Name, _ session: any StorageSession) throws -> Bool {
        let row = try session.first(
            "SELECT 1 AS found FROM lease WHERE name = ? AND owner <> ? AND ends > \(Self.now)",
            [.text(name.text), .text(owner)])
        return row != nil
    }

    /// Extends a lease of this instance unless it is lost: taken again, it would hide that another instance had it.
    func extend(_ name: Name, for duration: Duration, _ session: any StorageSession) throws {
        try session.run(
            "UPDATE lease SET ends = \(Self.now) + ? WHERE name = ? AND owner = ?",
            [.integer(duration.microseconds), .text(name.text), .text(owner)])
    }

    /// True if nobody else has had the lease since this instance took it, even if it has ended.
    func isOwn(_ name: Name, _ session: any StorageSession) throws -> Bool {
        try session.first(
            "SELECT 1 AS found FROM lease WHERE name = ? AND owner = ?", [.text(name.text), .text(owner)]) != nil
    }

    /// Ends a lease of this instance.
    func release(_ name: Name, _ session: any StorageSession) throws {
        try session.run("DELETE FROM lease WHERE name = ? AND owner = ?", [.text(name.text), .text(owner)])
    }

    /// Ends all leases of this instance, and removes what dead ones left.
    func releaseAll(_ session: any StorageSession) throws {
        try session.run("DELETE FROM lease WHERE owner = ? OR ends <= \(Self.now)", [.text(owner)])
    }
}
