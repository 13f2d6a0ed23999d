import Testing

@testable import PostgreSQL

@Suite("PostgreSQL: addresses")
struct PostgreSQLAddressTests {
    @Test("A URI with host, database and TLS is an address")
    func address() throws {
        let uri = "postgresql://toque@db.example:5433/sandbox?sslmode=verify-full&sslrootcert=/etc/ca.pem"
        #expect(try PostgreSQLAddress(uri).description == uri)
        #expect(PostgreSQLAddress.isAddress("postgres://x"))
        #expect(!PostgreSQLAddress.isAddress("postgresql.db"))
    }

    @Test(
        "A secret in the address is refused and not shown",
        arguments: [
            "postgresql://toque:hunter2@db/sandbox", "postgresql://db/sandbox?password=hunter2",
            "postgresql://db/sandbox?sslpassword=hunter2",
        ])
    func secret(_ uri: String) {
        let error = #expect(throws: PostgreSQLError.self) { try PostgreSQLAddress(uri) }
        #expect(error?.kind == .address)
        #expect(error?.description.contains("PGPASSWORD") == true)
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test(
        "Anything else is refused and not shown",
        arguments: ["host=db password=hunter2", "postgresql://db/x?pasword=hunter2", "postgresql://[db/hunter2", ""])
    func unreadable(_ text: String) {
        let error = #expect(throws: PostgreSQLError.self) { try PostgreSQLAddress(text) }
        #expect(error?.kind == .address)
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test("A scheme counts in whichever case")
    func scheme() throws {
        #expect(PostgreSQLAddress.isAddress("POSTGRESQL://x"))
        #expect(try PostgreSQLAddress("PostgreSQL://toque@db/Sandbox").description == "postgresql://toque@db/Sandbox")
        let error = #expect(throws: PostgreSQLError.self) { try PostgreSQLAddress("POSTGRES://u:hunter2@db/x") }
        #expect(error?.description.contains("PGPASSWORD") == true)
    }

    @Test(
        "What is meant to be an address is not taken for a file",
        arguments: [
            ("host=localhost dbname=e2 password=hunter2", true), ("service = x", true), ("host=/tmp user=u", true),
            ("jdbc:postgresql://db/x", true), ("postgresql:/u:hunter2@db", true), ("sandbox.sqlite", false),
            ("./a=b.sqlite", false), ("/tmp/a=b", false), ("postgresql.db", false), ("C:/x", false), ("", false),
        ])
    func resemblance(_ text: String, _ isExpected: Bool) {
        #expect(PostgreSQLAddress.resemblesAddress(text) == isExpected)
    }

    @Test("A missing library is an error that names its package")
    func missingLibrary() {
        let error = #expect(throws: PostgreSQLError.self) { try LibPQ.load("libpq-missing.so.5") }
        #expect(error?.kind == .library)
        #expect(error?.description.contains("apt install libpq5") == true)
    }

    @Test("A server that is not there is an error of its own")
    func unreachable() throws {
        let address = try PostgreSQLAddress("postgresql:///sandbox?host=/nonexistent")
        let error = #expect(throws: PostgreSQLError.self) { try PostgreSQLConnection(address) }
        #expect(error?.kind == .connecting)
        #expect(error?.isOutage == true)
    }
}
