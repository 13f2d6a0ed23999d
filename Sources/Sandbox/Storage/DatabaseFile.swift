import ToqueFiles

/// The file of a database while it is open. SQLite goes on with a file that has lost its name, and what it then writes
/// ends with the process.
struct DatabaseFile: Sendable {
    let path: String
    private let identity: FileIdentity

    /// Makes a file of mode 0600 where there is none: nothing of what the sandbox keeps is other people's business.
    /// - Throws: where a file that is there is not the owner's alone.
    static func create(_ path: String) throws(SandboxStoreError) {
        do throws(FileError) {
            try PrivateFile.createDatabase(path)
        } catch {
            throw SandboxStoreError(error.description)
        }
    }

    /// - Parameter path: of a file that SQLite has opened.
    init(opened path: String) throws(SandboxStoreError) {
        guard let identity = FileIdentity(of: path) else { throw SandboxStoreError("\(path) was removed") }
        self.path = path
        self.identity = identity
    }

    /// Why what is written is lost; nil where the file is still the one at its path.
    var loss: SandboxStoreError? {
        let found = FileIdentity(of: path)
        guard found != identity else { return nil }
        let what = found == nil ? "was deleted or moved" : "was replaced by another file"
        return SandboxStoreError("the database \(path) \(what) while the sandbox ran; later changes are lost")
    }
}
