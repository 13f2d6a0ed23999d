import GRDB

/// The reason why the database cannot be used.
public struct SandboxStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }

    init(_ location: SandboxStore.Location, _ error: any Error) {
        guard case .file(let path) = location else {
            self.init("the database in memory cannot be made: \(error)")
            return
        }
        switch (error as? DatabaseError)?.resultCode {
        case .SQLITE_BUSY:
            let owner = DatabaseOwner.processID(of: path).map { "process \($0)" } ?? "another process"
            self.init("\(path) is in use by \(owner); stop it or name another file")
        case .SQLITE_NOTADB: self.init("\(path) is not a database; name another file")
        default: self.init("\(path) cannot be used: \(error)")
        }
    }
}
