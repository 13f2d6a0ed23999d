import Dispatch
import GRDB
import SoftAuthenticator
import Synchronization
import ToqueCrypto
import ToqueFiles
import ToqueWebAuthn

/// Credentials in one SQLite file, owned by one process at a time. Private keys, the PIN and the authenticator's
/// secrets are sealed under keys derived from a separate key file. A call's changes are durable on return (write-ahead
/// log, `synchronous=FULL`).
public final class SQLiteCredentialStore: CredentialStorage {
    public let path: String
    public let keyPath: String
    let database: DatabaseQueue
    private let counter = SignatureCounter()
    private let keySealer: CredentialSealer
    let secretSealer: SecretSealer
    /// The number of discoverable credentials; nil until somebody asks, and
    /// after a failure. SQLite would count them at each registration.
    private let discoverable = Mutex<Int?>(nil)
    /// Where tasks wait for the disk.
    private let queue = DispatchQueue(label: "toque.credentials.tasks")
    // After the database, so the file is closed before the next process may open it.
    private let lock: StoreLock

    /// Opens or creates a store: the directory with mode 0700, the files with 0600. Blocks while the disk works.
    /// - Parameters:
    ///   - path: the SQLite file.
    ///   - keyPath: a file of 32 random bytes, created on the store's first use. Default: the store's path plus `.key`.
    ///   - passphrase: called if the key file is sealed under one (`StorePassphrase`).
    /// - Throws: `inUse` with the process that owns the store, `insecurePermissions` if others can read a file or write
    ///   to its directory, `missingKeyFile`, `invalidKeyFile`, `passphraseNeeded`, `wrongPassphrase`, `wrongKeyFile`,
    ///   `corrupt` for a damaged file or one that is not a credential store, `newerSchema`, `readOnly`, `diskFull`,
    ///   `inaccessible`.
    public init(
        path: String, keyPath: String? = nil, passphrase: StorePassphrase.Source? = nil
    ) throws(CredentialStorageError) {
        guard let last = path.last, last != "/" else {
            throw CredentialStorageError(.inaccessible, "\"\(path)\" is not a file name; give a path for the store")
        }
        let keyPath = keyPath ?? path + ".key"
        try StoreFailure.files { () throws(FileError) in try PrivateDirectory.make(of: path) }
        lock = try StoreLock(path: path + ".lock")
        try StoreFailure.files { () throws(FileError) in try PrivateFile.createDatabase(path) }
        (database, (keySealer, secretSealer)) = try StoreFailure.mapping(path) {
            let database = try CredentialSchema.open(path)
            let isNew = try database.inDatabase { try CredentialSchema.isNew($0) }
            let key = try KeyFile.load(keyPath, of: path, makingIt: isNew, passphrase: passphrase)
            return (database, try CredentialSchema.prepare(database, key: key, keyPath: keyPath))
        }
        self.path = path
        self.keyPath = keyPath
    }

    /// `toque/credentials.sqlite` under `$XDG_DATA_HOME`, or under `~/.local/share` if that is unset or not an absolute
    /// path (XDG Base Directory Specification).
    /// - Throws: `inaccessible` if `HOME` is not set either.
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

    /// Closes the file, so another process can open it. Every later call fails.
    public func close() throws(CredentialStorageError) {
        settleCounter()
        try StoreFailure.mapping(path) { try database.close() }
        lock.release()
    }

    deinit { settleCounter() }

    /// If the write fails, the counter only skips some values.
    private func settleCounter() { try? counter.settle(database) }

    // MARK: Credentials

    public func save(
        _ credential: PublicKeyCredentialSource, privateKey: borrowing SecretBytes, credBlob: [UInt8]
    ) throws(CredentialStorageError) {
        let sealedKey = try keySealer.sealForStorage(privateKey, of: credential)
        let sealedCredBlob = try secretSealer.sealForStorage(credBlob: credBlob, of: credential)
        try discoverable.withLock { (discoverable) throws(CredentialStorageError) in
            let before = discoverable
            discoverable = nil
            let added = try transaction { database in
                do {
                    let added = try CredentialRow.insert(
                        credential, sealedKey: sealedKey, sealedCredBlob: sealedCredBlob, into: database)
                    if credential.isDiscoverable { try SecretRow.delete(.credentialStoreState, from: database) }
                    return added
                } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
                    throw CredentialStorageError.duplicate(credential)
                }
            }
            discoverable = before.map { $0 + added }
        }
    }

    public func credential(rpID: String, id: [UInt8]) throws(CredentialStorageError) -> PublicKeyCredentialSource? {
        try perform { try CredentialRow.fetch(rpID: rpID, id: id, from: $0) }
    }

    public func credentials(rpID: String?) throws(CredentialStorageError) -> [PublicKeyCredentialSource] {
        try perform { database in
            try rpID.map { try CredentialRow.fetchAll(rpID: $0, from: database) }
                ?? CredentialRow.fetchAll(from: database)
        }
    }

    public func privateKey(of credential: PublicKeyCredentialSource) throws(CredentialStorageError) -> SecretBytes {
        let sealedKey = try perform {
            try CredentialRow.sealedKey(rpID: credential.rpID, id: credential.id, from: $0)
        }
        guard let sealedKey else { throw .unknown(credential) }
        return try keySealer.openStored(sealedKey, of: credential)
    }

    public func credBlob(of credential: PublicKeyCredentialSource) throws(CredentialStorageError) -> [UInt8] {
        let row = try perform {
            try CredentialRow.sealedCredBlob(rpID: credential.rpID, id: credential.id, from: $0)
        }
        guard let sealed = row else { throw .unknown(credential) }
        return try secretSealer.openStored(credBlob: sealed, of: credential)
    }

    @discardableResult
    public func delete(rpID: String, id: [UInt8]) throws(CredentialStorageError) -> Bool {
        try discoverable.withLock { (discoverable) throws(CredentialStorageError) in
            discoverable = nil
            return try transaction { database in
                try SecretRow.delete(.credentialStoreState, from: database)
                return try CredentialRow.delete(rpID: rpID, id: id, from: database)
            }
        }
    }

    public func signCount() throws(CredentialStorageError) -> UInt32 {
        try StoreFailure.mapping(path) { try counter.value(database) }
    }

    public func nextSignCount() throws(CredentialStorageError) -> UInt32 {
        try StoreFailure.mapping(path) { try counter.next(database) }
    }

    @discardableResult
    public func updateCounter<Value: Sendable>(
        of id: [UInt8], _ change: (inout CredentialCounter?) -> Value
    ) throws(CredentialStorageError) -> Value {
        try transaction { database in
            let stored = try CounterRow.fetch(id, from: database)
            var counter = stored
            let value = change(&counter)
            if counter != stored { try CounterRow.save(counter, of: id, to: database) }
            return value
        }
    }

    // MARK: Management of discoverable credentials

    public func discoverableCredential(id: [UInt8]) throws(CredentialStorageError) -> PublicKeyCredentialSource? {
        try perform { try CredentialRow.fetchDiscoverable(id: id, from: $0) }
    }

    public func discoverableCount() throws(CredentialStorageError) -> Int {
        try discoverable.withLock { (discoverable) throws(CredentialStorageError) in
            if let discoverable { return discoverable }
            let count = try perform { try CredentialRow.discoverableCount($0) }
            discoverable = count
            return count
        }
    }

    public func relyingPartyIDs() throws(CredentialStorageError) -> [String] {
        try perform { try CredentialRow.relyingPartyIDs($0) }
    }

    public func relyingPartyID(hash: [UInt8]) throws(CredentialStorageError) -> String? {
        try perform { try CredentialRow.relyingPartyID(hash: hash, from: $0) }
    }

    public func updateUser(
        _ user: PublicKeyCredentialUserEntity, rpID: String, id: [UInt8]
    ) throws(CredentialStorageError) -> Bool {
        try transaction { database in
            try SecretRow.delete(.credentialStoreState, from: database)
            return try CredentialRow.updateUser(user, rpID: rpID, id: id, in: database)
        }
    }

    // MARK: Large blobs

    public func largeBlob(of credential: PublicKeyCredentialSource) throws(CredentialStorageError) -> [UInt8]? {
        let row = try perform {
            try CredentialRow.sealedLargeBlob(rpID: credential.rpID, id: credential.id, from: $0)
        }
        guard let row else { throw .unknown(credential) }
        guard let sealed = row else { return nil }
        return try secretSealer.openStored(largeBlob: sealed, of: credential)
    }

    public func setLargeBlob(
        _ blob: [UInt8], of credential: PublicKeyCredentialSource, capacity: Int
    ) throws(CredentialStorageError) -> Bool {
        let sealed = try secretSealer.sealForStorage(largeBlob: blob, of: credential)
        return try transaction { database in
            let row = try CredentialRow.sealedLargeBlob(rpID: credential.rpID, id: credential.id, from: database)
            guard let before = row else { throw CredentialStorageError.unknown(credential) }
            let others = try CredentialRow.sizeOfLargeBlobs(database) - (before?.count ?? 0)
            guard others + sealed.count <= capacity else { return false }
            try CredentialRow.setSealedLargeBlob(
                sealed, rpID: credential.rpID, id: credential.id, in: database)
            return true
        }
    }

    public func largeBlobArray() throws(CredentialStorageError) -> [UInt8]? {
        try perform { try LargeBlobRow.fetch($0) }
    }

    public func setLargeBlobArray(_ array: [UInt8]) throws(CredentialStorageError) {
        try perform { try LargeBlobRow.save(array, to: $0) }
    }

    // MARK: Secrets and reset

    public func secret(
        _ name: StoredSecret, makingIt make: () -> SecretBytes
    ) throws(CredentialStorageError) -> SecretBytes {
        if let sealed = try perform({ try SecretRow.fetch(name, from: $0) }) {
            return try secretSealer.openStored(sealed, as: .secret(name))
        }
        let made = try secretSealer.sealForStorage(make(), as: .secret(name))
        let sealed = try transaction { database in
            try SecretRow.insert(name, sealed: made, into: database)
            return try SecretRow.fetch(name, from: database)
        }
        return try secretSealer.openStored(sealed ?? made, as: .secret(name))
    }

    public func forget(_ name: StoredSecret) throws(CredentialStorageError) {
        try perform { try SecretRow.delete(name, from: $0) }
    }

    public func has(_ name: StoredSecret) throws(CredentialStorageError) -> Bool {
        try perform { try SecretRow.fetch(name, from: $0) } != nil
    }

    public func reset() throws(CredentialStorageError) {
        try discoverable.withLock { (discoverable) throws(CredentialStorageError) in
            discoverable = nil
            try transaction { database in
                try CredentialRow.deleteAll(from: database)
                try CounterRow.deleteAll(from: database)
                try PINRow.delete(from: database)
                try SettingsRow.delete(from: database)
                try FingerprintRow.deleteAll(from: database)
                try LargeBlobRow.delete(from: database)
                for name in StoredSecret.allCases where !name.survivesReset {
                    try SecretRow.delete(name, from: database)
                }
            }
        }
        // The write-ahead log still has the old pages.
        _ = try perform { try $0.checkpoint(.truncate) }
    }

    // MARK: Tasks

    public func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }

    func perform<Value>(_ body: (Database) throws -> Value) throws(CredentialStorageError) -> Value {
        try StoreFailure.mapping(path) { try database.inDatabase(body) }
    }

    /// Runs a body in a transaction: all of its changes are stored, or none.
    func transaction<Value>(_ body: (Database) throws -> Value) throws(CredentialStorageError) -> Value {
        try StoreFailure.mapping(path) { try database.inDatabase { try $0.transaction(body) } }
    }
}
