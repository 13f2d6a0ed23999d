import Glibc
import PostgreSQL

/// Locks of sessions show who uses a database. Each connection takes its own when it is made, so that none works while
/// a copy does, also after an outage. Nobody waits for a lock in the server: behind a copy that waited, the sandboxes
/// would get no further connections.
extension DatabaseUse {
    /// `toqu`. No tenant's lock has this seed.
    private static let seed: Int64 = 0x746F_7175
    private static let pause: UInt32 = 20_000

    /// - Parameters:
    ///   - address: the connection's.
    ///   - patience: how long to try. The server may notice the end of another process a moment later.
    /// - Throws: of the kind `connecting` if others use the database in another way, `address` if a copy uses it already.
    func claim(
        _ connection: PostgreSQLConnection, to address: PostgreSQLAddress, patience: Duration
    ) throws(PostgreSQLError) {
        if case .copy(let number) = self, try !lock(number, connection) {
            let same = SandboxStoreError.sameDatabase
            throw .misused(same.problem, remedy: same.remedy)
        }
        let end = ContinuousClock.now + patience
        while try !lock(Self.seed, connection) {
            guard ContinuousClock.now < end else { throw refusal(address) }
            usleep(Self.pause)
        }
    }

    /// Each schema of a database may have the tables of another sandbox.
    private func lock(_ seed: Int64, _ connection: PostgreSQLConnection) throws(PostgreSQLError) -> Bool {
        let function = self == .sandbox ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock"
        let result = try connection.query(
            "SELECT \(function)(hashtextextended(coalesce(current_schema()::text, ''), ?))", [.integer(seed)])
        return result.first == .integer(1)
    }

    private func refusal(_ address: PostgreSQLAddress) -> PostgreSQLError {
        switch self {
        case .sandbox:
            .unavailable(
                "the database \(address) is being copied by `toque sandbox migrate`",
                remedy: "try again once that has ended")
        case .copy:
            .unavailable(
                "the database \(address) is in use by a sandbox or another copy",
                remedy: "stop all instances and try again")
        }
    }
}
