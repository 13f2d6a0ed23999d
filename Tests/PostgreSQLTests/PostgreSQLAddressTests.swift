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
