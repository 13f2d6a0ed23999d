import GRDB
import SoftAuthenticator
import Synchronization

/// The single signature counter of a store (WebAuthn section 6.1.1). The database reserves a growing range of values
/// before the first one is used, so one commit serves many signatures. If the process is killed, the rest of its range
/// is skipped and the counter never goes back.
final class SignatureCounter: Sendable {
    /// The maximum size of a reserved range. The first range has one value.
    private static let maxBlock: UInt32 = 64

    private struct State {
        /// The value used last.
        var current: UInt32
        /// The last reserved value, which the database stores.
        var end: UInt32
        var nextBlock: UInt32 = 1
    }

    /// nil until the database was read.
    private let state = Mutex<State?>(nil)

    /// Returns the value used last.
    func value(_ database: DatabaseQueue) throws -> UInt32 {
        try state.withLock { state in
            let known = try state ?? Self.load(database)
            state = known
            return known.current
        }
    }

    /// Adds one.
    /// - Returns: the new value.
    func next(_ database: DatabaseQueue) throws -> UInt32 {
        try state.withLock { state in
            var next = try state ?? Self.load(database)
            if next.current == next.end {
                guard next.end < .max else { throw CredentialStorageError.counterExhausted }
                next.end += min(next.nextBlock, .max - next.end)
                try Self.save(next.end, database)
                next.nextBlock = min(2 * next.nextBlock, Self.maxBlock)
            }
            next.current += 1
            state = next
            return next.current
        }
    }

    /// Releases the reserved values that were not used.
    func settle(_ database: DatabaseQueue) throws {
        try state.withLock { state in
            guard let known = state, known.current < known.end else { return }
            try Self.save(known.current, database)
            state?.end = known.current
        }
    }

    private static func load(_ database: DatabaseQueue) throws -> State {
        try database.inDatabase { database in
            guard let stored = try DatabaseValue.fetchOne(database, sql: "SELECT sign_count FROM store") else {
                throw DamagedStore(reason: "store has no row")
            }
            guard let count = UInt32.fromDatabaseValue(stored) else {
                throw DamagedStore(reason: "store.sign_count is not a number from 0 to 2^32 - 1")
            }
            return State(current: count, end: count)
        }
    }

    private static func save(_ end: UInt32, _ database: DatabaseQueue) throws {
        try database.inDatabase { database in
            try database.run("UPDATE store SET sign_count = ?", [Int64(end)])
        }
    }
}
