import GRDB

extension SandboxStore {
    /// Why the database takes nothing; nil where it does. Where nothing was written for some seconds, or something went
    /// wrong, a few pages are written to find out.
    func fault() async -> String? {
        if let loss { return loss.description }
        guard !health.isProven else { return nil }
        do {
            try await access { database in
                try database.execute(sql: "INSERT INTO shared_setting VALUES ('probe', hex(zeroblob(8192)))")
                try database.execute(sql: "DELETE FROM shared_setting WHERE name = 'probe'")
            }
            return nil
        } catch {
            return "the database takes nothing: \((error as? DatabaseError)?.message ?? "\(error)")"
        }
    }
}
