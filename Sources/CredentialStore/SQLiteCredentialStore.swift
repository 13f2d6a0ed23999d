import GRDB
import SoftAuthenticator
import ToqueCrypto

/// Credentials in one SQLite file that one process owns at a time. Private keys are sealed under a key that is derived
/// from a key file beside it. What a call has changed is on the disk (write-ahead log, `synchronous=FULL`) when it
/// returns, even where its task was cancelled in the meantime.
public final class SQLiteCredentialStore: CredentialStorage {
    public let path: String
    public let keyPath: String
    let database: DatabaseQueue
    private let sealer: CredentialSealer
    // Behind the database, so that the file is closed before the next process may open it.
    private let lock: StoreLock

    /// Opens a store, or makes it: the directory with mode 0700, the files with 0600. Blocks while the disk works.
    /// - Parameters:
    ///   - path: the SQLite file.
    ///   - keyPath: 32 random bytes, made on the store's first use; nil means the store's path with `.key`.
    /// - Throws: `inUse` with the process that owns the store, `insecurePermissions` where others may read a file or
    ///   write to its directory, `missingKeyFile`, `invalidKeyFile` and `wrongKeyFile`, `corrupt` for a damaged file
    ///   and for one that is no credential store, `newerSchema`, `readOnly`, `diskFull`, `inaccessible`.
    public init(path: String, keyPath: String? = nil) throws(CredentialStorageError) {
        guard let last = path.last, last != "/" else {
            throw CredentialStorageError(.inaccessible, "\"\(path)\" names no file; name one for the store")
        }
        let keyPath = keyPath ?? path + ".key"
        try PrivateDirectory.make(of: path)
        lock = try StoreLock(path: path + ".lock")
        try PrivateFile.create(path)
        (database, sealer) = try StoreFailure.mapping(path) {
            let database = try CredentialSchema.open(path)
            let isNew = try database.inDatabase { try CredentialSchema.isNew($0) }
            let key = try KeyFile.load(keyPath, of: path, makingIt: isNew)
            return (database, try CredentialSchema.prepare(database, key: key, keyPath: keyPath))
        }
        self.path = path
        self.keyPath = keyPath
    }

    /// `toque/credentials.sqlite` under `$XDG_DATA_HOME`, or under `~/.local/share` where that is not set or no
    /// absolute path (XDG Base Directory Specification).
    /// - Throws: `inaccessible` where `HOME` is not set either.
    public static func defaultPath(environment: [String: String]) throws(CredentialStorageError) -> String {
        let data: String
        if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") {
            data = home
        } else if let home = environment["HOME"], !home.isEmpty {
            data = home + "/.local/share"
        } else {
            throw CredentialStorageError(
                .inaccessible, "neither XDG_DATA_HOME nor HOME is set; set one or name a file for the store")
        }
        return data + "/toque/credentials.sqlite"
    }

    /// Ends the use of the file, so that another process may have it. Every call after it fails.
    public func close() throws(CredentialStorageError) {
        try StoreFailure.mapping(path) { try database.close() }
        lock.release()
    }

    // MARK: CredentialStorage

    public func save(
        _ credential: PublicKeyCredentialSource, privateKey: borrowing SecretBytes
    ) async throws(CredentialStorageError) {
        let sealedKey: [UInt8]
        do {
            sealedKey = try sealer.seal(privateKey, of: credential)
        } catch {
            throw CredentialStorageError(.inaccessible, "the private key cannot be sealed: \(error)")
        }
        try await perform { database in
            do {
                try database.inTransaction {
                    try CredentialRow.insert(credential, sealedKey: sealedKey, into: database)
                    return .commit
                }
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
                throw CredentialStorageError.duplicate(credential)
            }
        }
    }

    public func credential(
        rpID: String, id: [UInt8]
    ) async throws(CredentialStorageError) -> PublicKeyCredentialSource? {
        try await perform { try CredentialRow.fetch(rpID: rpID, id: id, from: $0) }
    }

    public func credentials(rpID: String?) async throws(CredentialStorageError) -> [PublicKeyCredentialSource] {
        try await perform { try CredentialRow.fetchAll(rpID: rpID, from: $0) }
    }

    public func privateKey(
        of credential: PublicKeyCredentialSource
    ) async throws(CredentialStorageError) -> SecretBytes {
        let sealedKey = try await perform {
            try CredentialRow.sealedKey(rpID: credential.rpID, id: credential.id, from: $0)
        }
        guard let sealedKey else { throw .unknown(credential) }
        do {
            return try sealer.open(sealedKey, of: credential)
        } catch {
            throw .brokenSeal(credential)
        }
    }

    @discardableResult
    public func delete(rpID: String, id: [UInt8]) async throws(CredentialStorageError) -> Bool {
        try await perform { try CredentialRow.delete(rpID: rpID, id: id, from: $0) }
    }

    public func signCount() async throws(CredentialStorageError) -> UInt32 {
        try await perform { try SignatureCounter.value($0) }
    }

    public func nextSignCount() async throws(CredentialStorageError) -> UInt32 {
        try await perform { try SignatureCounter.increment($0) }
    }

    /// Runs a body on the database's own queue. Unlike GRDB's asynchronous accesses it is not given up when the
    /// caller's task is cancelled: what the person approved is carried out.
    private func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(CredentialStorageError) -> Value {
        let result = await withCheckedContinuation { continuation in
            database.asyncWriteWithoutTransaction { database in
                continuation.resume(returning: Result { try body(database) })
            }
        }
        return try StoreFailure.mapping(path) { try result.get() }
    }
}
