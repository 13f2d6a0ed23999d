import GRDB
import Glibc
import SoftAuthenticator
import ToqueFiles

/// The content of a store is not what was written to it.
struct DamagedStore: Error {
    let reason: String
}

/// Converts errors of SQLite and the operating system to `CredentialStorageError`. The arguments of statements never
/// appear in them.
enum StoreFailure {
    static func mapping<Value>(_ path: String, _ body: () throws -> Value) throws(CredentialStorageError) -> Value {
        do {
            return try body()
        } catch let error as CredentialStorageError {
            throw error
        } catch let error as DamagedStore {
            throw corrupt(path, error.reason)
        } catch let error as DatabaseError {
            throw storageError(path, error)
        } catch {
            throw CredentialStorageError(.inaccessible, "\(path): \(error)")
        }
    }

    /// Like `mapping`, for files.
    static func files<Value: ~Copyable>(_ body: () throws(FileError) -> Value) throws(CredentialStorageError) -> Value {
        do throws(FileError) {
            return try body()
        } catch {
            throw CredentialStorageError(error)
        }
    }

    private static func storageError(_ path: String, _ error: DatabaseError) -> CredentialStorageError {
        switch error.resultCode {
        case .SQLITE_FULL: diskFull(path)
        case .SQLITE_READONLY: readOnly(path)
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: corrupt(path, error.message ?? "damaged")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            CredentialStorageError(.inUse, "\(path) is in use by another program; end that or use another store")
        default:
            CredentialStorageError(
                .inaccessible, "\(path) cannot be used: \(error.message ?? "\(error.extendedResultCode)")")
        }
    }

    static func corrupt(_ path: String, _ reason: String) -> CredentialStorageError {
        CredentialStorageError(
            .corrupt, "\(path) is not a credential store, or is damaged: \(reason); restore it or use another store")
    }

    static func diskFull(_ path: String) -> CredentialStorageError {
        CredentialStorageError(.diskFull, "\(path) cannot grow: the disk is full; nothing was changed")
    }

    static func readOnly(_ path: String) -> CredentialStorageError {
        CredentialStorageError(
            .readOnly, "\(path) cannot be written: it or its file system is read-only; use another store")
    }

    private static func remedy(_ number: Int32) -> String {
        [ENOENT, ENOTDIR, EACCES, EPERM].contains(number) ? "; name a place where you may read and write" : ""
    }

    /// The failed system call's reason.
    static func system(_ path: String, _ number: Int32) -> CredentialStorageError {
        switch number {
        case ENOSPC, EDQUOT: diskFull(path)
        case EROFS: readOnly(path)
        case EACCES where access(path, R_OK) == 0: readOnly(path)
        default: CredentialStorageError(.inaccessible, "\(path): \(String(cString: strerror(number)))\(remedy(number))")
        }
    }
}

extension CredentialStorageError {
    package init(_ error: FileError) {
        switch error {
        case .system(let path, let number): self = StoreFailure.system(path, number)
        case .notRegular, .special, .tooLarge: self.init(.inaccessible, error.description)
        case .foreign, .exposed, .exposedDirectory: self.init(.insecurePermissions, error.description)
        }
    }
}
