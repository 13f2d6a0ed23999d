import GRDB
import SoftAuthenticator
import Synchronization
import Testing
import ToqueCrypto
import ToqueWebAuthn

@testable import CredentialStore

/// Lookups by a key use an index, however many credentials there are.
@Suite("Query plans")
struct QueryPlanTests {
    private let directory: TemporaryDirectory
    private let store: SQLiteCredentialStore

    init() throws {
        directory = try TemporaryDirectory()
        store = try SQLiteCredentialStore(path: directory.store)
        try store.save(Sample.credential("a"))
    }

    /// Returns the plans of the statements that the body runs.
    private func plans(_ body: () throws -> Void) throws -> [String] {
        let statements = StatementLog()
        store.database.inDatabase { $0.trace { statements.append("\($0.expandedDescription)") } }
        try body()
        return try store.database.inDatabase { database in
            database.trace()
            // SQLite reports a trigger like a comment.
            return try statements.all.filter { !$0.hasPrefix("PRAGMA") && !$0.hasPrefix("--") }.flatMap { statement in
                try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(statement)").map { $0["detail"] as String }
            }
        }
    }

    @Test("Lookups by a key search an index")
    func lookupsSearchAnIndex() throws {
        let (credential, _) = try Sample.credential("a")
        let plans = try plans {
            _ = try store.credential(rpID: Sample.rpID, id: credential.id)
            _ = try store.credentials(rpID: Sample.rpID)
            _ = try store.privateKey(of: credential)
            _ = try store.discoverableCredential(id: credential.id)
            _ = try store.relyingPartyID(hash: Digest.sha256(Sample.rpID))
            _ = try store.updateUser(credential.user, rpID: Sample.rpID, id: credential.id)
            try store.delete(rpID: Sample.rpID, id: credential.id)
        }.filter { plan in !["USE TEMP B-TREE", "MULTI-INDEX OR", "INDEX "].contains { plan.hasPrefix($0) } }
        #expect(plans.count >= 7)
        // A change also deletes a secret.
        for plan in plans {
            let isFound = ["credential", "secret"].contains { plan.hasPrefix("SEARCH \($0) USING INDEX ") }
            #expect(isFound, "\(plan)")
        }
    }

    @Test("A registration does not scan the credentials")
    func aRegistrationLooksNothingThrough() throws {
        let plans = try plans { try store.save(Sample.credential("b")) }
        #expect(!plans.isEmpty)
        for plan in plans { #expect(!plan.contains("SCAN credential"), "\(plan)") }
    }

    @Test("The discoverable credentials are counted once, by an index")
    func theCountIsKept() throws {
        let counted = try plans { _ = try store.discoverableCount() }
        #expect(counted == ["SCAN credential USING INDEX credential_of_user"])
        try store.save(Sample.credential("b", user: 2))
        var count = 0
        #expect(try plans { count = try store.discoverableCount() } == [])
        #expect(count == 2)
    }

    @Test("The capacity check of a stored large blob uses an index")
    func aLargeBlobIsMeasuredAgainstTheOthersAlone() throws {
        let (credential, _) = try Sample.credential("a")
        let plans = try plans { _ = try store.setLargeBlob([1], of: credential, capacity: 100) }
        #expect(plans.count >= 3)
        for plan in plans {
            let isFound = plan.hasPrefix("SEARCH credential USING INDEX ")
            #expect(isFound || plan == "SCAN credential USING INDEX stored_large_blob", "\(plan)")
        }
    }

    @Test("RP IDs are listed by an index")
    func relyingPartiesAreGroupedByAnIndex() throws {
        let plans = try plans { _ = try store.relyingPartyIDs() }
        #expect(plans.first == "SCAN credential USING INDEX credential_of_user")
    }
}

/// The statements that a connection has run.
private final class StatementLog: Sendable {
    private let statements = Mutex<[String]>([])

    var all: [String] { statements.withLock { $0 } }

    func append(_ statement: String) { statements.withLock { $0.append(statement) } }
}
