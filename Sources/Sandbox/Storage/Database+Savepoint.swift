import GRDB

extension Database {
    /// As `inSavepoint`, inside of a transaction only, with statements that are prepared once: to prepare them takes
    /// longer than to run them.
    /// - Throws: what the body throws, with everything undone that it wrote.
    func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
        try cachedStatement(sql: "SAVEPOINT operation").execute()
        do {
            let value = try body()
            try cachedStatement(sql: "RELEASE operation").execute()
            return value
        } catch {
            // A transaction that has ended took the savepoint along.
            if isInsideTransaction {
                try cachedStatement(sql: "ROLLBACK TO operation").execute()
                try cachedStatement(sql: "RELEASE operation").execute()
            }
            throw error
        }
    }
}
