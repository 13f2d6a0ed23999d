import CLibPQ

/// libpq, loaded on the first use: it brings some twenty libraries, which other users of the program need not have.
enum LibPQ {
    /// Filled once and never changed.
    struct Table: @unchecked Sendable {
        let functions: UnsafePointer<ToquePQFunctions>
    }

    private static let loaded = Result { () throws(PostgreSQLError) in try load("libpq.so.5") }

    /// - Parameter library: a name for the dynamic loader.
    static func load(_ library: String) throws(PostgreSQLError) -> Table {
        let functions = UnsafeMutablePointer<ToquePQFunctions>.allocate(capacity: 1)
        if let problem = toque_pq_load(library, functions) {
            throw PostgreSQLError(
                .library, "PostgreSQL's client library cannot be loaded: \(String(cString: problem))",
                remedy: "install libpq 14 or later (Debian: apt install libpq5)")
        }
        return Table(functions: functions)
    }

    /// - Throws: if the library, or a function of version 14 and later, is missing.
    static func functions() throws(PostgreSQLError) -> UnsafePointer<ToquePQFunctions> { try loaded.get().functions }
}
