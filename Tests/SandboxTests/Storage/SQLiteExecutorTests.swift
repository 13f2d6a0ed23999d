import Dispatch
import GRDB
import Glibc
import Synchronization
import Testing
import ToqueTestSupport

@testable import Sandbox

@Suite(.timeLimit(.minutes(2))) struct SQLiteExecutorTests {
    private struct Refused: Error {}

    private func executor() throws -> (executor: SQLiteExecutor, queue: DatabaseQueue) {
        let queue = try DatabaseQueue()
        try queue.inDatabase { try $0.execute(sql: "CREATE TABLE value (number INTEGER UNIQUE)") }
        return (SQLiteExecutor(queue), queue)
    }

    private static func insert(_ number: Int, _ session: SQLiteSession) throws {
        try session.database.execute(sql: "INSERT INTO value VALUES (?)", arguments: [number])
    }

    /// Counts the transactions that reach the disk.
    private final class CommitCounter: TransactionObserver {
        let count = Mutex(0)
        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseDidCommit(_ db: Database) { count.withLock { $0 += 1 } }
        func databaseDidRollback(_ db: Database) {}
    }

    @Test("Operations that wait together share one commit")
    func whatWaitsTogetherSharesACommit() async throws {
        let (executor, queue) = try executor()
        let counter = CommitCounter()
        queue.add(transactionObserver: counter, extent: .databaseLifetime)
        // While the first operation holds the connection, all others queue up.
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (started, starter) = AsyncStream<Void>.makeStream()
            let isOpen = Mutex(false)
            group.addTask {
                try await executor.perform { session in
                    try Self.insert(0, session)
                    starter.finish()
                    while !isOpen.withLock({ $0 }) { sched_yield() }
                }
            }
            for await _ in started {}
            for number in 1...50 { group.addTask { try await executor.perform { try Self.insert(number, $0) } } }
            #expect(await eventually { executor.waitingCount == 50 })
            isOpen.withLock { $0 = true }
            try await group.waitForAll()
        }
        let numbers = try await executor.perform { try Int.fetchOne($0.database, sql: "SELECT count(*) FROM value") }
        #expect(numbers == 51)
        // One for the first operation, one for the fifty, and one for the operation that counted them.
        #expect(counter.count.withLock { $0 } == 3)
    }

    @Test("An operation that fails undoes only itself")
    func oneThatFailsUndoesItselfOnly() async throws {
        let (executor, _) = try executor()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    do {
                        try await executor.perform { session in
                            try Self.insert(number, session)
                            if number.isMultiple(of: 4) { throw Refused() }
                        }
                        return true
                    } catch is Refused {
                        return false
                    }
                }
            }
            var succeeded = 0
            for try await isDone in group where isDone { succeeded += 1 }
            #expect(succeeded == 30)
        }
        let kept = try await executor.perform { try Int.fetchAll($0.database, sql: "SELECT number FROM value") }
        #expect(Set(kept) == Set((0..<40).filter { !$0.isMultiple(of: 4) }))
    }

    /// A commit that fails undoes all of its operations and fails each of them; the next operation works.
    @Test("A failed commit fails all of its operations, and the next operation works")
    func aCommitThatFailsIsEverybodysFailure() async throws {
        let queue = try DatabaseQueue()
        try queue.inDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA foreign_keys = ON;
                    CREATE TABLE parent (id INTEGER PRIMARY KEY);
                    CREATE TABLE child (parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)
                    """)
        }
        let executor = SQLiteExecutor(queue)
        let (announced, announce) = AsyncStream<String>.makeStream()
        let refused = await withTaskGroup(of: String?.self) { group in
            let (started, starter) = AsyncStream<Void>.makeStream()
            let isOpen = Mutex(false)
            group.addTask {
                try? await executor.perform { _ in
                    starter.finish()
                    while !isOpen.withLock({ $0 }) { sched_yield() }
                }
                return nil
            }
            for await _ in started {}
            // SQLite reports the child's violation at the commit; the parent has none of its own.
            for values in ["child VALUES (1)", "parent VALUES (2)"] {
                group.addTask {
                    do {
                        try await executor.perform(committed: { _ in announce.yield(values) }) { session in
                            try session.database.execute(sql: "INSERT INTO \(values)")
                        }
                        return nil
                    } catch {
                        return (error as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT ? values : nil
                    }
                }
            }
            #expect(await eventually { executor.waitingCount == 2 })
            isOpen.withLock { $0 = true }
            return await group.reduce(into: Set<String>()) { refused, values in
                if let values { refused.insert(values) }
            }
        }
        announce.finish()
        #expect(refused == ["child VALUES (1)", "parent VALUES (2)"])
        #expect(await announced.reduce(into: Set<String>()) { $0.insert($1) } == [])
        try await executor.perform { try $0.database.execute(sql: "INSERT INTO parent VALUES (1)") }
        let counts = try await executor.perform { session in
            [
                try Int.fetchOne(session.database, sql: "SELECT count(*) FROM child"),
                try Int.fetchOne(session.database, sql: "SELECT count(*) FROM parent"),
            ]
        }
        #expect(counts == [0, 1])
    }

    /// A full disk ends the transaction in mid-batch: earlier operations are undone and refused, and later ones run in
    /// a transaction of their own.
    @Test("If the disk fills in mid-batch, earlier operations are refused and later ones committed")
    func aTransactionThatEndsInTheMiddleLeavesNothingHalfTold() async throws {
        let (executor, queue) = try executor()
        try await queue.write { database in
            try database.execute(sql: "CREATE TABLE large (text TEXT)")
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
        }
        let (announced, announce) = AsyncStream<Int>.makeStream()
        let kept = await withTaskGroup(of: Int?.self) { group in
            let (started, starter) = AsyncStream<Void>.makeStream()
            let isOpen = Mutex(false)
            group.addTask {
                try? await executor.perform { _ in
                    starter.finish()
                    while !isOpen.withLock({ $0 }) { sched_yield() }
                }
                return nil
            }
            for await _ in started {}
            for number in 0..<6 {
                group.addTask {
                    do {
                        try await executor.perform(committed: { _ in announce.yield(number) }) { session in
                            try Self.insert(number, session)
                            guard number == 3 else { return }
                            try session.database.execute(sql: "INSERT INTO large VALUES (hex(zeroblob(100000)))")
                        }
                        return number
                    } catch {
                        #expect((error as? DatabaseError)?.resultCode == .SQLITE_FULL)
                        return nil
                    }
                }
                #expect(await eventually { executor.waitingCount > number })
            }
            isOpen.withLock { $0 = true }
            return await group.reduce(into: Set<Int>()) { kept, number in
                if let number { kept.insert(number) }
            }
        }
        announce.finish()
        let stored = try await queue.read { try Set(Int.fetchAll($0, sql: "SELECT number FROM value")) }
        #expect(stored == [4, 5])
        #expect(kept == stored)
        #expect(await announced.reduce(into: Set<Int>()) { $0.insert($1) } == stored)
    }

    /// A disk that finishes on demand.
    private final class Disk: Sendable {
        let log = Mutex<[String]>([])
        private let (started, starter) = AsyncStream<Void>.makeStream()
        private let gate = DispatchSemaphore(value: 0)
        let error: (any Error)?

        init(_ error: (any Error)? = nil) { self.error = error }

        @Sendable func synchronize() throws {
            starter.yield()
            gate.wait()
            log.withLock { $0.append("disk") }
            if let error { throw error }
        }

        func waitForStart() async { for await _ in started { return } }
        func finish() { gate.signal() }
    }

    @Test("An answer leaves only once the disk has what it depends on; meanwhile the next operations run")
    func answersWaitForTheDisk() async throws {
        let queue = try DatabaseQueue()
        try await queue.write { try $0.execute(sql: "CREATE TABLE value (number INTEGER UNIQUE)") }
        let disk = Disk()
        let executor = SQLiteExecutor(queue, synchronize: disk.synchronize)
        let (ran, runner) = AsyncStream<Void>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await executor.perform { try Self.insert(1, $0) }
                disk.log.withLock { $0.append("written") }
            }
            await disk.waitForStart()
            group.addTask {
                let count = try await executor.perform(isReading: true) { session in
                    runner.finish()
                    return try Int.fetchOne(session.database, sql: "SELECT count(*) FROM value")
                }
                #expect(count == 1)
                disk.log.withLock { $0.append("read") }
            }
            // It runs while the disk is busy.
            for await _ in ran {}
            #expect(disk.log.withLock(\.self) == [])
            disk.finish()
            try await group.waitForAll()
        }
        let log = disk.log.withLock(\.self)
        #expect(log.first == "disk")
        #expect(Set(log.dropFirst()) == ["written", "read"])
        #expect(executor.loss == nil)
    }

    @Test("If the disk cannot keep a commit, its operation is refused, and so is every later one")
    func aDiskThatFails() async throws {
        let queue = try DatabaseQueue()
        try await queue.write { try $0.execute(sql: "CREATE TABLE value (number INTEGER UNIQUE)") }
        let disk = Disk(Refused())
        let health = StoreHealth()
        let executor = SQLiteExecutor(queue, synchronize: disk.synchronize, health: health)
        disk.finish()
        for number in 1...2 {
            await #expect(throws: SandboxStoreError.self) {
                try await executor.perform { try Self.insert(number, $0) }
            }
        }
        #expect(executor.loss?.description.contains("the disk did not keep the last changes") == true)
        #expect(!health.isProven)
        #expect(try await queue.read { try Int.fetchAll($0, sql: "SELECT number FROM value") } == [1])
    }
}
